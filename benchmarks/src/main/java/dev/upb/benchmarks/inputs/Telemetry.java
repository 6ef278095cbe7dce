package dev.upb.benchmarks.inputs;

import com.google.protobuf.ByteString;
import dev.upb.testkit.random.Seeded;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.List;

/** Draws batches of spans such as OpenTelemetry's exporters send: by service, with the attributes its conventions name for HTTP and databases. */
final class Telemetry {
    private static final long START = 1_790_000_000_000_000_000L;

    private final Seeded seeded;
    private final List<String> methods;
    private long now = START;

    private Telemetry(Seeded seeded, List<String> methods) {
        this.seeded = seeded;
        this.methods = methods;
    }

    static ExportTraceServiceRequest batch(Seeded seeded, int spans, List<String> services, List<String> methods) {
        Telemetry telemetry = new Telemetry(seeded, methods);
        ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
        for (int i = 0; i < services.size(); i++) {
            int share = spans * (i + 1) / services.size() - spans * i / services.size();
            request.addResourceSpans(telemetry.service(services.get(i), share));
        }
        return request.build();
    }

    private ResourceSpans service(String name, int spans) {
        ScopeSpans.Builder scope = ScopeSpans.newBuilder()
                .setScope(
                        InstrumentationScope.newBuilder().setName("http.server").setVersion("2.11.0"));
        for (int i = 0; i < spans; i++) {
            scope.addSpans(span(name));
        }
        return ResourceSpans.newBuilder()
                .setResource(Resource.newBuilder()
                        .addAttributes(text("service.name", name))
                        .addAttributes(text("service.version", "1." + seeded.below(20) + ".0"))
                        .addAttributes(text("host.name", name + "-" + Integer.toHexString(seeded.nextInt())))
                        .addAttributes(number("process.pid", seeded.between(1, 32_768)))
                        .addAttributes(text("telemetry.sdk.language", "java")))
                .addScopeSpans(scope)
                .build();
    }

    private Span span(String service) {
        now += seeded.between(1_000, 2_000_000);
        String method = seeded.pick(methods);
        String route = "/" + service + "/{id}";
        boolean failed = seeded.oneIn(20);
        Span.Builder span = Span.newBuilder()
                .setTraceId(bytes(16))
                .setSpanId(bytes(8))
                .setFlags(1)
                .setName(method + " " + route)
                .setKind(seeded.nextBoolean() ? Span.SpanKind.SPAN_KIND_SERVER : Span.SpanKind.SPAN_KIND_CLIENT)
                .setStartTimeUnixNano(now)
                .setEndTimeUnixNano(now + seeded.between(50_000, 900_000_000))
                .addAttributes(text("http.request.method", method))
                .addAttributes(text("http.route", route))
                .addAttributes(text("url.path", "/" + service + "/" + seeded.below(1_000_000)))
                .addAttributes(number("http.response.status_code", failed ? 503 : 200))
                .addAttributes(text("client.address", "10.0." + seeded.below(256) + "." + seeded.below(256)))
                .addAttributes(KeyValue.newBuilder()
                        .setKey("cache.hit")
                        .setValue(AnyValue.newBuilder().setBoolValue(seeded.nextBoolean())));
        if (!seeded.oneIn(5)) {
            span.setParentSpanId(bytes(8));
        }
        if (seeded.oneIn(3)) {
            span.addAttributes(text("db.system.name", "postgresql"))
                    .addAttributes(text("db.query.text", "SELECT * FROM " + service + " WHERE id = $1"))
                    .addAttributes(KeyValue.newBuilder()
                            .setKey("db.duration")
                            .setValue(AnyValue.newBuilder().setDoubleValue(seeded.below(100_000) / 1e6)));
        }
        if (failed) {
            span.setStatus(Status.newBuilder()
                            .setCode(Status.StatusCode.STATUS_CODE_ERROR)
                            .setMessage("upstream did not answer"))
                    .addEvents(Span.Event.newBuilder()
                            .setTimeUnixNano(now + 40_000)
                            .setName("exception")
                            .addAttributes(text("exception.type", "java.net.SocketTimeoutException"))
                            .addAttributes(text("exception.message", "Read timed out")));
        }
        return span.build();
    }

    private ByteString bytes(int size) {
        return ByteString.copyFrom(seeded.bytes(size));
    }

    private static KeyValue text(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private static KeyValue number(String key, long value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setIntValue(value))
                .build();
    }
}

package dev.upb.reflection;

/** A method of a service. */
public final class MethodDef extends Def {
    /** The name while a file is read, then the {@link MessageDef}. */
    Object input = "";
    /** The name while a file is read, then the {@link MessageDef}. */
    Object output = "";

    MethodDef(ServiceDef parent) {
        super(parent);
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.METHOD;
    }

    public ServiceDef service() {
        return (ServiceDef) parent;
    }

    /** Returns the place among the methods of the service, from 0 on. */
    public int index() {
        return index;
    }

    /** Returns the type of the request. */
    public MessageDef inputType() {
        return (MessageDef) input;
    }

    /** Returns the type of the response. */
    public MessageDef outputType() {
        return (MessageDef) output;
    }

    /** Whether the client sends any number of requests. */
    public boolean isClientStreaming() {
        return is(CLIENT_STREAMING);
    }

    /** Whether the server sends any number of responses. */
    public boolean isServerStreaming() {
        return is(SERVER_STREAMING);
    }
}

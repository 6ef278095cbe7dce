/** Numbers into statements: medians and spreads, p-values, sizes of jars, tables and charts. Knows neither JMH nor the library. */
package dev.upb.benchmarks.report;

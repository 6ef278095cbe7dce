/**
 * What is done with whole messages: compare, merge, check for required fields. Copying is part of the messages themselves.
 *
 * <p>Key types: {@link dev.upb.ops.Compare}, {@link dev.upb.ops.Merge}, {@link dev.upb.ops.RequiredFields}. All static, for the thread of the
 * messages' arenas. Imports every package of the module before it; exists so that {@code message} need not know {@code wire}.
 */
package dev.upb.ops;

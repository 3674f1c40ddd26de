export type SpanAttributes = Readonly<Record<string, string | number>>

/** Adds attributes to a span that is under way. */
export type SetAttributes = (attributes: SpanAttributes) => void

/**
 * Spans of the work of this process. Names and attributes are words of the program, routes and statuses: never ids, addresses, amounts or
 * what someone typed.
 */
export interface Tracing {
  /** Runs work in a span of a new trace. */
  root<T>(name: string, attributes: SpanAttributes, work: (set: SetAttributes) => Promise<T>): Promise<T>
  /** Runs work in a span below the current one; without a current one there is no span. */
  child<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Starts a span of a new trace some time ago, and runs `next` in it. Returns how it ends. */
  begin(
    name: string,
    attributes: SpanAttributes,
    startedMsAgo: number,
    next: () => void,
  ): (attributes: SpanAttributes, failed: boolean) => void
}

/** Runs work in a span, where tracing is on. */
export const traced = <T>(
  tracing: Tracing | undefined,
  name: string,
  work: (set: SetAttributes) => Promise<T>,
): Promise<T> => (tracing === undefined ? work(() => {}) : tracing.root(name, {}, work))

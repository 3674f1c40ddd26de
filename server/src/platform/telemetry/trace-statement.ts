import type { Tracing } from './tracing.ts'

const TEXT_CHARACTERS_MAX = 1_000

/** Runs a statement in a span with its text, which has placeholders where its values are. */
export const traceStatement = <T>(
  tracing: Tracing | undefined,
  text: string,
  work: () => Promise<T>,
): Promise<T> => {
  if (tracing === undefined) return work()
  const operation = /^\s*(\w{1,20})/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, TEXT_CHARACTERS_MAX),
  }
  return tracing.child(operation, attributes, work)
}

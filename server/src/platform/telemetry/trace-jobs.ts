import type { JobHandler } from '../jobs/job-queue.ts'
import { type Tracing, traced } from './tracing.ts'

/** Starts a new trace for each run of a job, if tracing is on. */
export const traceJobs = (
  handlers: Readonly<Record<string, JobHandler>>,
  tracing: Tracing | undefined,
): Record<string, JobHandler> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]): [string, JobHandler] => [
      name,
      (payload, job) => traced(tracing, `job ${name}`, () => handler(payload, job)),
    ]),
  )

import type { ReplyOf } from '@galla/contract/endpoint'
import {
  JOBS_SHOWN_MAX,
  type JobState,
  type jobs,
  type QueuedJob,
} from '@galla/contract/operator/operator-system'
import { recordAct } from '../merchants/operator-act-store.ts'
import type { Platform } from '../platform/feature.ts'
import { JOB_ATTEMPTS_MAX } from '../platform/jobs/job-store.ts'
import { Refusal } from '../platform/refusal.ts'
import { countJobs, findJob, type JobRow, listQueuedJobs, rescheduleJob } from './job-queue-store.ts'

export type QueueDeps = Pick<Platform, 'db' | 'clock' | 'ids'>

const stateOf = (job: JobRow): JobState => {
  if (job.locked) return 'running'
  if (job.attempts >= JOB_ATTEMPTS_MAX) return 'given_up'
  return job.last_error === null ? 'waiting' : 'failing'
}

const jobFrom = (row: JobRow): QueuedJob => ({
  id: row.id,
  name: row.name,
  state: stateOf(row),
  attempts: row.attempts,
  attemptsMax: JOB_ATTEMPTS_MAX,
  lastError: row.last_error,
  runAt: row.due_at.toISOString(),
  createdAt: row.created_at.toISOString(),
})

export const readQueue = async ({ db }: Pick<QueueDeps, 'db'>): Promise<ReplyOf<typeof jobs>['data']> => {
  const [{ waiting, running, failing, given_up }, rows] = await Promise.all([
    countJobs(db),
    listQueuedJobs(db, JOBS_SHOWN_MAX),
  ])
  return { counts: { waiting, running, failing, given_up }, jobs: rows.map(jobFrom) }
}

/** Schedules a job to run now. A job that was given up gets all its attempts again. */
export const retryJob = async (deps: QueueDeps, operatorId: string, jobId: string): Promise<void> => {
  await deps.db.transaction(async (tx) => {
    const job = await findJob(tx, jobId)
    const attempts = job === undefined || job.attempts >= JOB_ATTEMPTS_MAX ? 0 : job.attempts
    if (job === undefined || !(await rescheduleJob(tx, job, attempts))) throw new Refusal('job_not_waiting')
    await recordAct(tx, deps, {
      operatorId,
      act: 'job.retry',
      aboutMerchantId: null,
      subject: `${job.name} (${jobId})`,
      reason: null,
      before: { attempts: job.attempts, runAt: job.due_at },
      after: { attempts },
    })
  })
}

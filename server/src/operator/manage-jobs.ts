import type { ReplyOf } from '@galla/contract/endpoint'
import { JOBS_SHOWN_MAX, type jobs, type QueuedJob } from '@galla/contract/operator/operator-system'
import { recordAct } from '../merchants/operator-act-store.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { JOB_ATTEMPTS_MAX } from '../platform/jobs/job-store.ts'
import { Refusal } from '../platform/refusal.ts'
import { countJobs, findJob, type JobRow, listQueuedJobs, rescheduleJob } from './job-queue-store.ts'

export type QueueDeps = Pick<Platform, 'db' | 'clock' | 'ids'>

const jobFrom = ({ merchantId: _, ...job }: JobRow): QueuedJob => ({
  ...isoDates(job),
  attemptsMax: JOB_ATTEMPTS_MAX,
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
      before: { attempts: job.attempts, runAt: job.runAt },
      after: { attempts },
    })
  })
}

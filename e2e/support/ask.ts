import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const ANSWER_MS = 15_000
const TIMES = 3

/**
 * What `question` reads in the page. It may be asked more than once: now and then a browser that goes on working leaves one without an
 * answer. A page that is stuck answers none.
 * @throws when it was asked three times in vain
 */
export const ask = async <Answer, About>(
  page: Page,
  question: (about: About) => Answer,
  about?: About,
): Promise<Answer> => {
  for (let times = 0; times < TIMES; times++) {
    const enough = new AbortController()
    const answer = await Promise.race([
      page.evaluate(question as (about: unknown) => Answer, about).then((value) => ({ value })),
      setTimeout(ANSWER_MS, undefined, { signal: enough.signal }).catch(() => undefined),
    ]).finally(() => enough.abort())
    if (answer !== undefined) return answer.value
    console.warn(`No answer within ${ANSWER_MS / 1000} s, asked again: ${page.url()}`)
  }
  throw new Error(`The page answers no question: ${page.url()}`)
}

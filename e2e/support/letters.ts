import { type APIRequestContext, expect } from '@playwright/test'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * The letter with a link of that name that `act` makes the program send. The outbox shows the newest letters to anyone, so that those
 * of other stories soon push it out: it is looked for from before it is sent.
 */
export const letterSentBy = async (
  request: APIRequestContext,
  { to, link }: { readonly to: string; readonly link: string },
  act: () => Promise<unknown>,
): Promise<{ letter: Letter; path: string }> => {
  const path = new RegExp(`/${link}\\?token=[\\w-]+`)
  let letter: Letter | undefined
  const find = async (): Promise<Letter | undefined> => {
    const reply = await request.get('/api/v1/simulator/outbox')
    const { data } = (await reply.json()) as { data: Letter[] }
    letter ??= data.find((each) => each.to === to && path.test(each.text))
    return letter
  }
  await Promise.all([expect.poll(find, { timeout: 60_000, intervals: [100] }).toBeDefined(), act()])
  if (letter === undefined) throw new Error('no letter')
  return { letter, path: path.exec(letter.text)?.[0] ?? '' }
}

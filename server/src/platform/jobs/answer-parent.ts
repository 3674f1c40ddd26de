import type { ChildMessage, ParentMessage } from './child-workers.ts'

/**
 * Serves `ChildWorkers.stream` in a child process: collects the file of each request, and sends one answer for each `next`. An error of
 * `work` ends the process.
 */
export const answerParent = (work: (request: unknown, file: Buffer) => AsyncGenerator<unknown>): void => {
  let request: unknown
  let pieces: Uint8Array[] = []
  let answers: AsyncGenerator<unknown> | undefined
  process.on('message', async (message: ParentMessage) => {
    if (message === 'next') {
      answers ??= work(request, Buffer.concat(pieces.splice(0)))
      const { value, done } = await answers.next()
      send(done === true ? 'end' : { answer: value })
    } else {
      if ('request' in message) {
        await answers?.return(undefined)
        answers = undefined
        pieces = []
        ;({ request } = message)
      } else pieces.push(message.piece)
      send({ answer: null })
    }
  })
  // The child ends with its parent.
  process.on('disconnect', () => process.exit(0))
}

const send = (message: ChildMessage): void => void process.send?.(message)

import type { DrawAnswer, DrawRequest } from './drawings.ts'

// A separate process, because drawing keeps a core busy and takes texts of strangers: it gets what one document shows and nothing else.

process.on('message', async ({ module, name, content }: DrawRequest) => {
  try {
    const functions: Record<string, (...args: readonly unknown[]) => Promise<Uint8Array>> = await import(
      module
    )
    const bytes = await functions[name]?.(...content)
    if (bytes === undefined) throw new Error(`${module} has no ${name}`)
    send({ bytes })
  } catch (error) {
    send({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
// The child ends with its parent.
process.on('disconnect', () => process.exit(0))

const send = (answer: DrawAnswer): void => void process.send?.(answer)

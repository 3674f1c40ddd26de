import sharp from 'sharp'
import { FileRejected } from './file-problem.ts'
import { type FileToInspect, inspectFile } from './inspect-file.ts'

// A separate process, because it reads untrusted files: it gets one file at a time and nothing else, and ends with its parent. A crash here
// breaks nothing there.
sharp.cache(false)
sharp.concurrency(1)

process.on('message', async (file: FileToInspect) => {
  try {
    process.send?.(await inspectFile(file))
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    process.send?.({ fault: error.fault })
  }
})
process.on('disconnect', () => process.exit(0))

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { FileRejected } from './file-problem.ts'
import { type FileToInspect, inspectFile } from './inspect-file.ts'

// A separate process, because it reads untrusted files: it gets one file at a time and nothing else, and ends with its parent. A crash here
// breaks nothing there.
sharp.cache(false)
sharp.concurrency(1)

// JavaScript does not count PDFium's memory, up to 192 MB for each file, and would keep that of several files.
setFlagsFromString('--expose-gc')
const freeMemory: () => void = runInNewContext('gc')

const answerOf = async (file: FileToInspect) => {
  try {
    return await inspectFile(file)
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error
    return { fault: error.fault }
  }
}

process.on('message', async (file: FileToInspect) => {
  const answer = await answerOf(file)
  freeMemory()
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))

import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** The space of the disk of a folder; free is what a program without privileges may still write. */
export const readDiskSpace = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

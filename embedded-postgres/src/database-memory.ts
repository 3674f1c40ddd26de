import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
/** PostgreSQL's own default. */
const SHARED_MB_MIN = 128
/** The list of two million orders and its indexes. */
const SHARED_MB_MAX = 1024
/** One eighth of the memory, because the program and the system's cache need the rest. */
const SHARE_OF_MEMORY = 8

/** What the embedded database may keep in memory, in megabytes; it takes as much as it has data for. */
export const sharedMegabytes = (memoryBytes: number): number =>
  Math.min(SHARED_MB_MAX, Math.max(SHARED_MB_MIN, Math.floor(memoryBytes / SHARE_OF_MEMORY / MEGABYTE)))

/** Of the machine, or of the container where that has less. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem())

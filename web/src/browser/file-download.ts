const CHUNK_BYTES = 4 * 1024 * 1024
/** Gives the browser time to copy a large file before its memory is released. */
const RELEASE_MS = 60_000

export interface FileDownload {
  readonly add: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Call it only for a complete file. */
  readonly save: (name: string) => void
}

/**
 * Collects a file that arrives in chunks. Full chunks become blobs, which browsers keep outside the page and move to disk, so that a
 * file of hundreds of megabytes does not fill the tab's memory.
 */
export function createFileDownload(type: string): FileDownload {
  const full: Blob[] = []
  let open: Uint8Array<ArrayBuffer>[] = []
  let openBytes = 0
  const close = () => {
    full.push(new Blob(open))
    open = []
    openBytes = 0
  }
  return {
    add: (bytes) => {
      open.push(bytes)
      openBytes += bytes.length
      if (openBytes >= CHUNK_BYTES) close()
    },
    save: (name) => {
      close()
      saveFile(name, type, full)
    },
  }
}

export function saveFile(name: string, type: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}

/** Makes a name safe as part of a file name. Combining marks belong to the letters of Indian scripts. */
export const inFileName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')

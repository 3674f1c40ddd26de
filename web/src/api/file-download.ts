const CHUNK_BYTES = 4 * 1024 * 1024
/** Long enough for the browser to have copied a large file; then its memory is given back. */
const RELEASE_MS = 60_000

export interface FileDownload {
  readonly add: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Only for a file that is complete. */
  readonly save: (name: string) => void
}

/**
 * Keeps a file that comes in chunks until all of it is there. Full chunks become blobs, which browsers hold outside of the
 * page and put on disk when they grow, so that a file of hundreds of megabytes does not fill the tab.
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
      const address = URL.createObjectURL(new Blob(full, { type }))
      const link = document.createElement('a')
      link.href = address
      link.download = name
      link.click()
      window.setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
    },
  }
}

/** A name that people gave, as a part of a file's name. The marks of Indian scripts belong to their letters. */
export const inFileName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')

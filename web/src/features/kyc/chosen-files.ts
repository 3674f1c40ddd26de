import { KYC_FILE_BYTES_MAX, KYC_FILES_MAX, KYC_MEDIA_TYPES } from '@galla/contract/kyc/kyc'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../locales/translate.ts'

export interface ChosenFile {
  readonly id: number
  readonly file: File
  /** The object URL of an image; PDFs have no preview. */
  readonly previewUrl: string | undefined
}

const MEGABYTE = 1024 * 1024

export const FILES_NOTE = t('JPEG, PNG, WebP or PDF, at most {files} files of {megabytes} MB each', {
  files: KYC_FILES_MAX,
  megabytes: KYC_FILE_BYTES_MAX / MEGABYTE,
})

/** Checks a file against the server's rules before the upload. */
const complaintOf = (file: File, taken: number): string | undefined => {
  if (taken >= KYC_FILES_MAX) return t('Please send at most {files} files', { files: KYC_FILES_MAX })
  if (!KYC_MEDIA_TYPES.some((type) => type === file.type))
    return t('{name} is not a JPEG, PNG, WebP or PDF file', { name: file.name })
  if (file.size > KYC_FILE_BYTES_MAX)
    return t('{name} is larger than {megabytes} MB', {
      name: file.name,
      megabytes: KYC_FILE_BYTES_MAX / MEGABYTE,
    })
  return file.size === 0 ? t('{name} is empty', { name: file.name }) : undefined
}

let lastId = 0

const chosen = (file: File): ChosenFile => {
  lastId += 1
  const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  return { id: lastId, file, previewUrl }
}

const release = ({ previewUrl }: ChosenFile): void => {
  if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl)
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** The form's files, kept only in this page's memory. */
export function useChosenFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const newest = useRef(files)
  newest.current = files
  useEffect(() => () => newest.current.forEach(release), [])

  return {
    files,
    /** Adds the valid files and returns the complaint about the others. */
    add(more: readonly File[]): string | undefined {
      const taken = [...files]
      let complaint: string | undefined
      for (const file of more) {
        if (taken.some((known) => isSame(known.file, file))) continue
        const wrong = complaintOf(file, taken.length)
        if (wrong === undefined) taken.push(chosen(file))
        else complaint ??= wrong
      }
      setFiles(taken)
      return complaint
    },
    remove(id: number) {
      files.filter((file) => file.id === id).forEach(release)
      setFiles(files.filter((file) => file.id !== id))
    },
    clear() {
      files.forEach(release)
      setFiles([])
    },
  }
}

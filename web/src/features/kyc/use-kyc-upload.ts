import { uploadKyc } from '@galla/contract/kyc/kyc'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendForm } from '../../api/send-form.ts'
import { queryKeys } from '../../query-keys.ts'
import type { ChosenFile } from './chosen-files.ts'
import type { KycFormFields } from './kyc-form-fields.ts'

/** The time to read the success message before the page changes. */
const SEEN_MS = 1_500

interface Outcomes {
  readonly onUploaded: (msg: string) => void
  readonly onFailed: (error: unknown) => void
  /** Called after the status was refetched. */
  readonly onSettled: () => void
}

export function useKycUpload({ onUploaded, onFailed, onSettled }: Outcomes) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    mutationFn: ({ fields, files }: { fields: KycFormFields; files: readonly ChosenFile[] }) => {
      setProgress(0)
      const form = new FormData()
      form.set('documentType', fields.documentType)
      form.set('documentNumber', fields.documentNumber)
      if (fields.password !== '') form.set('password', fields.password)
      for (const { file } of files) form.append('documents', file, file.name)
      return sendForm(uploadKyc, form, setProgress)
    },
    onSuccess: ({ msg }) => {
      onUploaded(msg)
      // Runs even when the form was closed, because the page behind it is stale.
      window.setTimeout(() => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.kyc })
        onSettled()
      }, SEEN_MS)
    },
    onError: onFailed,
  })
  return { send: upload.mutate, isPending: upload.isPending, progress }
}

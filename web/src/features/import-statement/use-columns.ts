import {
  previewStatement,
  type StatementColumns,
  type StatementRecord,
  statementColumns,
} from '@galla/contract/reconciliation/statements'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchData } from '../../api/api.ts'
import { type FailureTexts, failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { useUser } from '../../session/session.tsx'

/** How the merchant wants a statement's columns understood; the choices survive a failed call, an ended session and a reload. */
export function useColumns(statement: StatementRecord, words: FailureTexts) {
  const { id: userId } = useUser()
  const draft = `statement.${statement.id}`
  const [kept] = useState(() => columnsIn(storedDraft(draft, userId, { columns: '' }).columns))
  const [shown, setShown] = useState(kept === undefined ? statement : { ...statement, columns: kept })
  // The answer to former columns may come late: what it shows would also be imported.
  const latest = useRef(kept)
  const { mutate: preview, isPending } = useMutation({
    mutationFn: (columns: StatementColumns) =>
      fetchData(previewStatement, { params: { id: statement.id }, body: { columns } }),
    onSuccess: (answer, columns) => {
      if (columns === latest.current) setShown(answer)
    },
    onError: (error, columns) => {
      if (columns === latest.current) toastFailure(failureMessage(error, words))
    },
  })
  useEffect(() => {
    if (kept !== undefined) preview(kept)
  }, [kept, preview])
  return {
    shown,
    isUpdating: isPending,
    choose: (columns: StatementColumns) => {
      storeDraft(draft, userId, { columns: JSON.stringify(columns) })
      setShown({ ...shown, columns })
      latest.current = columns
      preview(columns)
    },
    forget: () => dropDraft(draft, userId),
  }
}

function columnsIn(text: string): StatementColumns | undefined {
  if (text === '') return undefined
  try {
    return statementColumns.safeParse(JSON.parse(text)).data
  } catch {
    // Not written by this app.
    return undefined
  }
}

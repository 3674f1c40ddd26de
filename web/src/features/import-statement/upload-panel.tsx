import { IconFileSpreadsheet, IconUpload } from 'virtual:icons'
import { STATEMENT_EXTENSIONS } from '@galla/contract/bank-statements/statement-limits'
import { statementAccounts, uploadStatement } from '@galla/contract/bank-statements/statements'
import { FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { sendForm } from '../../api/send-form.ts'
import { useData } from '../../api/use-data.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import { PasswordField } from '../../components/form/password-field.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { STATEMENT_FAILURE } from './statement-labels.ts'

/** Takes the statement's file from a file dialog or by drag and drop. */
export function UploadPanel({ onSent }: { onSent: (id: string) => void }) {
  const [upiId, setUpiId] = useState('')
  const { upload, busyLabel, take, locked, open } = useUpload(upiId, onSent)
  const reset = useRef<() => void>(null)
  return (
    <Panel title={t('Choose a file')} note={t('CSV, Excel (.xlsx) or PDF, up to 20 MB and 2,00,000 rows.')}>
      {upload.isError && locked === undefined && (
        <Banner tone="failed" message={failureMessage(upload.error, STATEMENT_FAILURE)} />
      )}
      <AccountChoice upiId={upiId} disabled={upload.isPending} onChange={setUpiId} />
      {locked !== undefined && (
        <PdfPassword
          key={locked.file.name}
          fileName={locked.file.name}
          message={locked.message}
          busy={upload.isPending}
          busyLabel={busyLabel}
          onOpen={open}
        />
      )}
      <DropPlace onDrop={take}>
        <IconFileSpreadsheet size={40} stroke={1.4} />
        <Text fz="lg" fw={600} c="var(--galla-text)">
          {t('Drop your statement here')}
        </Text>
        <Text mb="sm">
          {t('HDFC, SBI, ICICI, Axis, Kotak, 23 other banks, Paytm, PhonePe, Razorpay and most others.')}
        </Text>
        <FileButton
          resetRef={reset}
          accept={STATEMENT_EXTENSIONS.join(',')}
          inputProps={{ 'aria-label': t('Statement file') }}
          onChange={(file) => {
            // Allows the same file to be chosen again after a correction.
            reset.current?.()
            take(file)
          }}
        >
          {({ onClick }) => (
            <ActionButton
              busy={upload.isPending}
              busyLabel={busyLabel}
              leftSection={<IconUpload size={18} />}
              onClick={onClick}
            >
              {t('Choose file')}
            </ActionButton>
          )}
        </FileButton>
      </DropPlace>
      <Text c="dimmed">
        {t(
          'The file is stored encrypted until the import, then deleted. For a PDF, only its rows are stored. Debits are ignored, and nothing is imported until you confirm.',
        )}
      </Text>
    </Panel>
  )
}

interface Sending {
  readonly file: File
  /** For an encrypted PDF. The server does not store it. */
  readonly password?: string
}

function useUpload(upiId: string, onSent: (id: string) => void) {
  const client = useQueryClient()
  const [sent, setSent] = useState(0)
  const [locked, setLocked] = useState<{ file: File; message: string }>()
  const upload = useMutation({
    mutationFn: async ({ file, password }: Sending) => {
      const form = new FormData()
      if (upiId !== '') form.append('upiId', upiId)
      if (password !== undefined) form.append('password', password)
      form.append('file', file)
      setSent(0)
      return (await sendForm(uploadStatement, form, setSent)).data
    },
    onError: (error, { file }) => {
      const message = messagesFrom(error).password
      setLocked(message === undefined ? undefined : { file, message })
    },
    onSuccess: (statement) => {
      client.setQueryData(queryKeys.statement(statement.id), statement)
      onSent(statement.id)
    },
    // Keeps the password in memory no longer than the form.
    gcTime: 0,
  })
  const send = (sending: Sending) => {
    if (!upload.isPending) upload.mutate(sending)
  }
  const take = (file: File | null) => {
    if (file === null) return
    setLocked(undefined)
    send({ file })
  }
  const open = (password: string) => {
    if (locked !== undefined) send({ file: locked.file, password })
  }
  const busyLabel =
    sent > 0 && sent < 1 ? t('Sending... {percent}%', { percent: Math.round(sent * 100) }) : t('Reading...')
  return { upload, busyLabel, take, locked, open }
}

function DropPlace({ onDrop, children }: { onDrop: (file: File | null) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  return (
    <Stack
      component="section"
      aria-label={t('Drop your statement here')}
      gap="xs"
      align="center"
      ta="center"
      my="md"
      px="md"
      py="xl"
      c="dimmed"
      bg={isOver ? 'var(--galla-created-soft)' : 'var(--galla-sunken)'}
      bd="1px dashed var(--galla-control)"
      bdrs="md"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onDrop(event.dataTransfer.files[0] ?? null)
      }}
    >
      {children}
    </Stack>
  )
}

interface PdfPasswordProps {
  readonly fileName: string
  /** The server's message: a password is required, or it was wrong. */
  readonly message: string
  readonly busy: boolean
  readonly busyLabel: string
  readonly onOpen: (password: string) => void
}

/** Asks for the password of an encrypted PDF and sends the file again with it. */
function PdfPassword({ fileName, message, busy, busyLabel, onOpen }: PdfPasswordProps) {
  const [password, setPassword] = useState('')
  return (
    <form
      aria-label={t('Password of the PDF')}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') onOpen(password)
      }}
    >
      <Stack gap="sm" my="md" p="md" bg="var(--galla-sunken)" bdrs="md">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Text>
        <PasswordField
          label={t('Password of the PDF')}
          description={t(
            "Your bank's email explains the password. It is often made from your name and date of birth. It is used once and not stored.",
          )}
          autoComplete="off"
          maw={480}
          autoFocus
          value={password}
          error={busy ? undefined : message}
          disabled={busy}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <ActionButton type="submit" busy={busy} busyLabel={busyLabel} disabled={password === ''}>
            {t('Open the PDF')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

const FAILURE = {
  failed: t('Your accounts could not be fetched'),
  unreachable: t('Your accounts could not be fetched. Please check your connection.'),
}

function useStatementAccounts() {
  const { mode } = useUser()
  return useData(queryKeys.statementAccounts(mode), statementAccounts)
}

interface AccountChoiceProps {
  readonly upiId: string
  readonly disabled: boolean
  readonly onChange: (upiId: string) => void
}

/** Asks for the statement's account, if the merchant had several. '' is the current one. */
function AccountChoice({ upiId, disabled, onChange }: AccountChoiceProps) {
  const accounts = useStatementAccounts()
  // Without the list of accounts, the statement would be imported for the current one.
  if (accounts.data === undefined && accounts.isError)
    return <QueryError query={accounts} failure={FAILURE} />
  if (accounts.data === undefined || accounts.data.length < 2) return null
  return (
    <NativeSelect
      maw={420}
      mb="md"
      label={t('Statement of')}
      description={t('Payments in the statement are matched with the orders of this account.')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
      value={upiId}
      data={accounts.data.map((account) => ({
        value: account.current ? '' : account.upiId,
        label: account.current
          ? t('{upiId} (current)', { upiId: account.upiId })
          : t('{upiId} (before)', { upiId: account.upiId }),
      }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

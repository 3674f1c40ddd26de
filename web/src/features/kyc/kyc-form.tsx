import { IconShieldLock } from 'virtual:icons'
import { KYC_PDF_PASSWORD_CHARACTERS_MAX } from '@galla/contract/kyc/kyc'
import { KYC_NUMBER_CHARACTERS_MAX } from '@galla/contract/kyc/kyc-number'
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useLayoutEffect, useState } from 'react'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { type FieldMessages, useFirstWrongField } from '../../components/form/form-errors.ts'
import { PasswordField } from '../../components/form/password-field.tsx'
import { dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { useUser } from '../../session/session.tsx'
import { useChosenFiles } from './chosen-files.ts'
import { FilePicker } from './file-picker.tsx'
import css from './kyc-form.module.css'
import {
  draftOf,
  EMPTY_FIELDS,
  hintOf,
  type KycFormFields,
  kycMessages,
  TYPE_CHOICES,
} from './kyc-form-fields.ts'
import { useKycUpload } from './use-kyc-upload.ts'

const FAILURE = {
  failed: t('Failed to upload KYC documents'),
  unreachable: t('Something went wrong while uploading KYC documents'),
}

interface KycFormProps {
  /** Called a moment after a successful upload. */
  readonly onDone: () => void
}

export function KycForm({ onDone }: KycFormProps) {
  const { element, fields, messages, chosen, lost, isLocked, upload, change, clear, submit, setDocuments } =
    useKycForm(onDone)
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Stack gap={20}>
        <NumberFields fields={fields} messages={messages} disabled={upload.isPending} onChange={change} />
        {fields.documentType === 'aadharCard' && <MaskedAadhaar />}
        <FilePicker
          files={chosen.files}
          lost={lost}
          error={messages.documents}
          disabled={upload.isPending}
          onAdd={(files) => setDocuments(chosen.add(files))}
          onRemove={(id) => {
            chosen.remove(id)
            setDocuments(undefined)
          }}
        />
        {isLocked && (
          <PdfPassword
            value={fields.password}
            error={messages.password}
            disabled={upload.isPending}
            onChange={(text) => change('password', text)}
          />
        )}
        {upload.isPending && <UploadProgress part={upload.progress} />}
        <Group gap="sm" align="stretch" className={css.buttons}>
          <ActionButton type="submit" busy={upload.isPending} busyLabel={t('Uploading...')}>
            {t('Upload KYC Documents')}
          </ActionButton>
          <Button variant="default" disabled={upload.isPending} onClick={clear}>
            {t('Reset')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The form's values and files, their messages, and the upload. */
function useKycForm(onDone: () => void) {
  const { form: element, focusFirst, showFailure } = useFirstWrongField()
  const [messages, setMessages] = useState<FieldMessages>({})
  const chosen = useChosenFiles()
  const draft = useKycDraft(chosen.files.length)
  const { fields, lost } = draft
  const [isLocked, setIsLocked] = useState(false)
  const clear = () => {
    draft.clear()
    setMessages({})
    setIsLocked(false)
    chosen.clear()
  }
  const upload = useKycUpload({
    onUploaded: (msg) => {
      clear()
      toastSuccess(msg)
    },
    onFailed: (error) =>
      showFailure(error, FAILURE, (found) => {
        setMessages(found)
        // The field stays while its text is changed.
        if (found.password !== undefined) setIsLocked(true)
      }),
    onSettled: onDone,
  })
  const change = (field: keyof KycFormFields, text: string) => {
    draft.setFields({ ...fields, [field]: text })
    // A message about the number may concern both fields; changing either clears it.
    setMessages(messages.documents === undefined ? {} : { documents: messages.documents })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = kycMessages(fields, chosen.files.length)
    setMessages(found)
    focusFirst(found)
    if (Object.keys(found).length === 0) upload.send({ fields, files: chosen.files })
  }
  const setDocuments = (complaint: string | undefined) => {
    const { documents: _documents, ...others } = messages
    setMessages(complaint === undefined ? others : { ...others, documents: complaint })
  }
  return { element, fields, messages, chosen, lost, isLocked, upload, change, clear, submit, setDocuments }
}

interface NumberFieldsProps {
  readonly fields: KycFormFields
  readonly messages: FieldMessages
  readonly disabled: boolean
  readonly onChange: (field: keyof KycFormFields, text: string) => void
}

function NumberFields({ fields, messages, disabled, onChange }: NumberFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20}>
      <NativeSelect
        label={t('Document Type')}
        name="documentType"
        required
        data={TYPE_CHOICES}
        disabled={disabled}
        value={fields.documentType}
        error={messages.documentType}
        onChange={(event) => onChange('documentType', event.currentTarget.value)}
      />
      <TextInput
        label={t('Document Number')}
        name="documentNumber"
        required
        description={hintOf(fields.documentType)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode={fields.documentType === 'aadharCard' ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={KYC_NUMBER_CHARACTERS_MAX}
        disabled={disabled}
        value={fields.documentNumber}
        error={messages.documentNumber}
        onChange={(event) => onChange('documentNumber', event.currentTarget.value)}
      />
    </SimpleGrid>
  )
}

interface PdfPasswordProps {
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

function PdfPassword({ value, error, disabled, onChange }: PdfPasswordProps) {
  return (
    <PasswordField
      label={t('Password of the PDF')}
      name="password"
      description={t(
        'Of an e-Aadhaar: the first four letters of your name in capitals and the year of your birth, such as ASHA1990. It is used once and not stored.',
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      autoFocus
      maxLength={KYC_PDF_PASSWORD_CHARACTERS_MAX}
      disabled={disabled}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The law requires the first eight digits to be masked before a document is stored. */
function MaskedAadhaar() {
  return (
    <Notice tone="pending" Icon={IconShieldLock}>
      {richText(
        '<b>Please send the masked Aadhaar.</b> It shows only the last four digits. Download it from myaadhaar.uidai.gov.in: select Download Aadhaar, then "Masked Aadhaar". In a PDF, we mask a number that is text. In a photo, we cannot.',
      )}
    </Notice>
  )
}

const ALL = 1

/** The share of the upload that was sent; the server checks the files afterwards. */
function UploadProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  return (
    <div>
      <Group component="p" gap="sm" align="stretch" justify="space-between" wrap="nowrap" mb={6}>
        <span>{part >= ALL ? t('Checking the documents...') : t('Sending the documents...')}</span>
        <span className="tabular">{percent} %</span>
      </Group>
      <progress aria-label={t('Upload progress')} max={100} value={percent} />
    </div>
  )
}

const DRAFT = 'kyc'

/** What survives a reload: the typed values and the number of files, which browsers cannot restore. */
function useKycDraft(files: number) {
  const { id } = useUser()
  const [kept] = useState(() => storedDraft(DRAFT, id, { ...EMPTY_FIELDS, files: '' }))
  const [fields, setFields] = useState<KycFormFields>({
    documentType: kept.documentType,
    documentNumber: kept.documentNumber,
    password: '',
  })
  const [lost, setLost] = useState(Number(kept.files))
  if (lost > 0 && files > 0) setLost(0)
  const isEmpty = files + lost === 0 && Object.values(fields).every((text) => text === '')
  useLayoutEffect(() => {
    if (isEmpty) dropDraft(DRAFT, id)
    else storeDraft(DRAFT, id, draftOf(fields, files === 0 ? lost : files))
  }, [id, isEmpty, fields, files, lost])
  return {
    fields,
    setFields,
    /** The number of files to choose again; zero once one was chosen. */
    lost,
    clear() {
      setFields(EMPTY_FIELDS)
      setLost(0)
    },
  }
}

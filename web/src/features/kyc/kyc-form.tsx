import { IconShieldLock } from 'virtual:icons'
import {
  KYC_DOCUMENTS_REQUIRED,
  KYC_PDF_PASSWORD_CHARACTERS_MAX,
  kycFields,
  uploadKyc,
} from '@galla/contract/kyc/kyc'
import {
  KYC_DOCUMENT_NAMES,
  KYC_DOCUMENT_TYPES,
  KYC_NUMBER_CHARACTERS_MAX,
} from '@galla/contract/kyc/kyc-number'
import {
  Button,
  Group,
  NativeSelect,
  type PasswordInputProps,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { sendForm } from '../../api/send-form.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { type FieldMessages, messagesFrom, messagesOf } from '../../components/form/form-errors.ts'
import { PasswordField } from '../../components/form/password-field.tsx'
import { draftOwner, dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t, translateServerText } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { type ChosenFile, useChosenFiles } from './chosen-files.ts'
import { FilePicker } from './file-picker.tsx'
import css from './kyc-form.module.css'

const FAILURE = {
  failed: t('Failed to upload KYC documents'),
  unreachable: t('Something went wrong while uploading KYC documents'),
}

interface KycFormProps {
  /** Called a moment after a successful upload. */
  readonly onDone: () => void
}

export function KycForm({ onDone }: KycFormProps) {
  const { form, formProps, chosen, lost, isLocked, upload, clear, setDocuments } = useKycForm(onDone)
  return (
    <form {...formProps}>
      <Stack gap={20}>
        <NumberFields form={form} disabled={upload.isPending} />
        {form.values.documentType === 'aadharCard' && <MaskedAadhaar />}
        <FilePicker
          files={chosen.files}
          lost={lost}
          error={(form.errors as FieldMessages).documents}
          disabled={upload.isPending}
          onAdd={(files) => setDocuments(chosen.add(files))}
          onRemove={(id) => {
            chosen.remove(id)
            setDocuments(undefined)
          }}
        />
        {isLocked && <PdfPassword disabled={upload.isPending} {...form.getInputProps('password')} />}
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

/** The form's values and files, and the upload. */
function useKycForm(onDone: () => void) {
  const owner = draftOwner(useUser())
  const [kept] = useState(() => storedDraft(DRAFT, owner, { ...EMPTY_FIELDS, files: '' }))
  const { form, formProps, showFailure } = useCheckedForm<KycFormFields>({
    initialValues: { documentType: kept.documentType, documentNumber: kept.documentNumber, password: '' },
  })
  const chosen = useChosenFiles()
  const [lost, setLost] = useKycDraft(form.values, chosen.files.length, Number(kept.files))
  const [isLocked, setIsLocked] = useState(false)
  const clear = () => {
    form.setValues(EMPTY_FIELDS)
    form.clearErrors()
    setLost(0)
    setIsLocked(false)
    chosen.clear()
  }
  const upload = useKycUpload({
    onUploaded: (msg) => {
      clear()
      toastSuccess(msg)
    },
    onFailed: (error) => {
      showFailure(error, FAILURE)
      // The field stays while its text is changed.
      if (messagesFrom(error).password !== undefined) setIsLocked(true)
    },
    onSettled: onDone,
  })
  const submit = formProps(
    (fields) => upload.send({ fields, files: chosen.files }),
    (fields) => kycMessages(fields, chosen.files.length),
  )
  const setDocuments = (complaint: string | undefined) =>
    complaint === undefined ? form.clearFieldError('documents') : form.setFieldError('documents', complaint)
  return { form, formProps: submit, chosen, lost, isLocked, upload, clear, setDocuments }
}

interface NumberFieldsProps {
  readonly form: UseFormReturnType<KycFormFields>
  readonly disabled: boolean
}

function NumberFields({ form, disabled }: NumberFieldsProps) {
  const { documentType } = form.values
  const type = form.getInputProps('documentType')
  const number = form.getInputProps('documentNumber')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20}>
      <NativeSelect
        label={t('Document Type')}
        required
        data={TYPE_CHOICES}
        disabled={disabled}
        {...type}
        onChange={(event) => {
          type.onChange(event)
          // A message may concern both fields; changing either clears it.
          form.clearFieldError('documentNumber')
        }}
      />
      <TextInput
        label={t('Document Number')}
        required
        description={hintOf(documentType)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode={documentType === 'aadharCard' ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={KYC_NUMBER_CHARACTERS_MAX}
        disabled={disabled}
        {...number}
        onChange={(event) => {
          number.onChange(event)
          form.clearFieldError('documentType')
        }}
      />
    </SimpleGrid>
  )
}

function PdfPassword(props: PasswordInputProps) {
  return (
    <PasswordField
      label={t('Password of the PDF')}
      description={t(
        'Of an e-Aadhaar: the first four letters of your name in capitals and the year of your birth, such as ASHA1990. It is used once and not stored.',
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoFocus
      maxLength={KYC_PDF_PASSWORD_CHARACTERS_MAX}
      {...props}
      autoComplete="off"
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

/** Keeps what survives a reload: the typed values and the number of files, which browsers cannot restore and which must be chosen again. */
function useKycDraft(fields: KycFormFields, files: number, lostAtFirst: number) {
  const owner = draftOwner(useUser())
  const [lost, setLost] = useState(lostAtFirst)
  if (lost > 0 && files > 0) setLost(0)
  const isEmpty = files + lost === 0 && Object.values(fields).every((text) => text === '')
  useLayoutEffect(() => {
    if (isEmpty) dropDraft(DRAFT, owner)
    else storeDraft(DRAFT, owner, draftOf(fields, files === 0 ? lost : files))
  }, [owner, isEmpty, fields, files, lost])
  return [lost, setLost] as const
}

/** The time to read the success message before the page changes. */
const SEEN_MS = 1_500

interface Outcomes {
  readonly onUploaded: (msg: string) => void
  readonly onFailed: (error: unknown) => void
  /** Called after the status was refetched. */
  readonly onSettled: () => void
}

function useKycUpload({ onUploaded, onFailed, onSettled }: Outcomes) {
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

interface KycFormFields {
  readonly documentType: string
  readonly documentNumber: string
  /** Of a locked PDF. It is asked for when the server says that there is one. */
  readonly password: string
}

const EMPTY_FIELDS: KycFormFields = { documentType: '', documentNumber: '', password: '' }

const TYPE_CHOICES = [
  { value: '', label: t('Choose a document') },
  ...KYC_DOCUMENT_TYPES.map((value) => ({ value, label: translateServerText(KYC_DOCUMENT_NAMES[value]) })),
]

/** The hint below the document number. */
const HINTS: Readonly<Record<string, string>> = {
  passport: t('As printed at the top right, such as A1234567'),
  drivingLincense: t('State, office, year and seven digits, such as MH1420110062821'),
  aadharCard: t('Enter all 12 digits so that we can check them. We store and show only the last four.'),
  voterId: t('The EPIC number, such as ABC1234567'),
  panCard: t('Ten characters, such as ABCPE1234F'),
  other: t('As printed on the document'),
}
const hintOf = (documentType: string): string => HINTS[documentType] ?? t('As printed on the document')

const kycMessages = (fields: KycFormFields, files: number): FieldMessages => ({
  ...(files === 0 ? { documents: KYC_DOCUMENTS_REQUIRED } : {}),
  ...messagesOf(kycFields, fields),
})

/** The values that a draft may store. It must not contain a password or an Aadhaar number, nor file names, which often include it. */
const draftOf = ({ documentType, documentNumber }: KycFormFields, files: number): Record<string, string> => ({
  documentType,
  documentNumber: documentType === 'aadharCard' ? '' : documentNumber,
  files: String(files),
})

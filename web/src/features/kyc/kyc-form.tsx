import { IconShieldLock } from 'virtual:icons'
import { KYC_NUMBER_CHARACTERS_MAX } from '@galla/contract/kyc/kyc-number'
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import {
  type FieldMessages,
  isSaidUnderField,
  messagesFrom,
  useFirstWrongField,
} from '../../components/form/form-errors.ts'
import { useChosenFiles } from './chosen-files.ts'
import { FilePicker } from './file-picker.tsx'
import { useKycDraft } from './kyc-draft.ts'
import css from './kyc-form.module.css'
import { hintOf, type KycFormFields, kycMessages, TYPE_CHOICES } from './kyc-form-fields.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useKycUpload } from './use-kyc-upload.ts'

const WORDS = {
  failed: 'Failed to upload KYC documents',
  unreachable: 'Something went wrong while uploading KYC documents',
}

interface KycFormProps {
  /** A moment after a successful upload. */
  readonly onDone: () => void
}

export function KycForm({ onDone }: KycFormProps) {
  const { form: element, focusFirst } = useFirstWrongField()
  const [messages, setMessages] = useState<FieldMessages>({})
  const chosen = useChosenFiles()
  const draft = useKycDraft(chosen.files.length)
  const { fields } = draft
  const clear = () => {
    draft.clear()
    setMessages({})
    chosen.clear()
  }
  const upload = useKycUpload({
    onUploaded: (msg) => {
      clear()
      toastSuccess(msg)
    },
    onFailed: (error) => {
      const said = messagesFrom(error)
      setMessages(said)
      focusFirst(said)
      const message = failureMessage(error, WORDS)
      if (!isSaidUnderField(message, said)) toastFailure(message)
    },
    onSettled: onDone,
  })
  const change = (field: keyof KycFormFields, text: string) => {
    draft.setFields({ ...fields, [field]: text })
    // One sentence may stand under both fields, and either of them answers it.
    setMessages(messages.documents === undefined ? {} : { documents: messages.documents })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = kycMessages(fields, chosen.files.length)
    setMessages(found)
    focusFirst(found)
    if (Object.keys(found).length === 0) upload.send({ fields, files: chosen.files })
  }
  const { documents: _documents, ...otherMessages } = messages
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Stack gap={20}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20}>
          <NativeSelect
            label="Document Type"
            name="documentType"
            required
            data={TYPE_CHOICES}
            disabled={upload.isPending}
            value={fields.documentType}
            error={messages.documentType}
            onChange={(event) => change('documentType', event.currentTarget.value)}
          />
          <TextInput
            label="Document Number"
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
            disabled={upload.isPending}
            value={fields.documentNumber}
            error={messages.documentNumber}
            onChange={(event) => change('documentNumber', event.currentTarget.value)}
          />
        </SimpleGrid>
        {fields.documentType === 'aadharCard' && <MaskedAadhaar />}
        <FilePicker
          files={chosen.files}
          lost={draft.lost}
          error={messages.documents}
          disabled={upload.isPending}
          onAdd={(files) => {
            const complaint = chosen.add(files)
            setMessages(complaint === undefined ? otherMessages : { ...otherMessages, documents: complaint })
          }}
          onRemove={(id) => {
            chosen.remove(id)
            setMessages(otherMessages)
          }}
        />
        {upload.isPending && <UploadProgress part={upload.progress} />}
        <Group gap="sm" align="stretch" className={css.buttons}>
          <ActionButton type="submit" h={40} busy={upload.isPending} busyLabel="Uploading...">
            Upload KYC Documents
          </ActionButton>
          <Button variant="default" h={40} disabled={upload.isPending} onClick={clear}>
            Reset
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The law asks that the first eight digits be hidden before anybody keeps the document. */
function MaskedAadhaar() {
  return (
    <Group
      gap="sm"
      align="stretch"
      wrap="nowrap"
      py={14}
      px="md"
      bd="1px solid var(--galla-pending)"
      bdrs="md"
      bg="var(--galla-pending-soft)"
      className={css.notice}
    >
      <IconShieldLock size={20} stroke={1.7} aria-hidden />
      <p className="breaks">
        <strong>Please send the masked Aadhaar.</strong> It shows only the last four digits. Download it from
        myaadhaar.uidai.gov.in: Download Aadhaar, then choose "Masked Aadhaar". Save it without its password.
      </p>
    </Group>
  )
}

import { IconDownload } from 'virtual:icons'
import {
  createReusableLink,
  type ReusableLink,
  updateReusableLink,
} from '@galla/contract/reusable-links/reusable-links'
import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { CopyButton } from '../../components/display/copy-button.tsx'
import { NewTabButton } from '../../components/display/new-tab-button.tsx'
import { QrCode } from '../../components/display/qr-code.tsx'
import { saveQr } from '../../components/display/qr-svg-file.ts'
import { messagesOf } from '../../components/form/form-errors.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { changeOf, EMPTY_LINK, fieldsOf, newLinkOf } from './link-fields.ts'
import { LimitFields, PriceFields, TextFields } from './link-fieldset.tsx'
import { QuestionList } from './link-lists.tsx'

export function NewLinkDialog({
  onCreated,
  onClose,
}: {
  onCreated: (link: ReusableLink) => void
  onClose: () => void
}) {
  const checked = useCheckedForm({
    initialValues: EMPTY_LINK,
    validate: (fields) => messagesOf(createReusableLink.body, newLinkOf(fields)),
  })
  return (
    <FormDialog
      title={t('New reusable link')}
      size="lg"
      checked={checked}
      send={(fields) => callEndpoint(createReusableLink, { body: newLinkOf(fields) })}
      onSent={({ data }) => onCreated(data)}
      failure={t('The link could not be created')}
      queryKey={queryKeys.reusableLinks.all}
      action={t('Create link')}
      busyLabel={t('Creating...')}
      onClose={onClose}
    >
      <TextFields form={checked.form} />
      <PriceFields form={checked.form} />
      <QuestionList form={checked.form} />
      <LimitFields form={checked.form} />
    </FormDialog>
  )
}

export function EditLinkDialog({ link, onClose }: { link: ReusableLink; onClose: () => void }) {
  const checked = useCheckedForm({
    initialValues: fieldsOf(link),
    validate: (fields) => messagesOf(updateReusableLink.body, changeOf(fields)),
  })
  return (
    <FormDialog
      title={t('Edit {title}', { title: link.title })}
      size="lg"
      checked={checked}
      send={(fields) =>
        callEndpoint(updateReusableLink, { params: { code: link.code }, body: changeOf(fields) })
      }
      failure={t('The link could not be changed')}
      queryKey={queryKeys.reusableLinks.all}
      action={t('Save')}
      busyLabel={t('Saving...')}
      onClose={onClose}
    >
      <p>
        {t(
          'The price and the questions of a link cannot be changed, because customers may have seen them. Create a new link instead.',
        )}
      </p>
      <TextFields form={checked.form} />
      <LimitFields form={checked.form} />
    </FormDialog>
  )
}

export function ShareLinkDialog({ link, onClose }: { link: ReusableLink; onClose: () => void }) {
  return (
    <Dialog title={link.title} onClose={onClose}>
      <Stack>
        <Box w={208} mx="auto">
          <QrCode text={link.url} label={t('QR code of {name}', { name: link.title })} />
        </Box>
        <TextInput
          label={t('Address')}
          readOnly
          value={link.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p>{t("Send the address, or print the QR at least 3 cm wide. A phone's camera opens the page.")}</p>
        <Group gap="xs" justify="flex-end">
          <NewTabButton href={link.url}>{t('Open')}</NewTabButton>
          <CopyButton text={link.url} label={t('Copy address')} />
          <Button leftSection={<IconDownload />} onClick={() => saveQr(link.url, link.title)}>
            {t('Download QR')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

import { IconUpload } from 'virtual:icons'
import { initialsOf } from '@galla/contract/payment-page/initials'
import { PAGE_COLOURS, type PageColour } from '@galla/contract/payment-page/page-colours'
import {
  LOGO_FILE_BYTES_MAX,
  type PageLook as Look,
  readPageLook,
  savePageLook,
} from '@galla/contract/payment-page/page-look'
import { Button, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { sendForm } from '../../api/send-form.ts'
import { useData } from '../../api/use-data.ts'
import { Seal } from '../../components/feedback/seal.tsx'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useShopName } from '../../session/session.tsx'

const NAMES: Readonly<Record<PageColour | '', string>> = {
  '': t('Blue'),
  teal: t('Teal'),
  green: t('Green'),
  violet: t('Violet'),
  pink: t('Pink'),
  red: t('Red'),
  brown: t('Brown'),
}
const CHOICES = (['', ...PAGE_COLOURS] as const).map((value) => ({ value, label: NAMES[value] }))

/** How customers recognise the shop on the payment page. */
export function PageLook() {
  const { data } = useData(queryKeys.pageLook, readPageLook, {})
  return (
    <Panel
      title={t('Look of the payment page')}
      note={t(
        'Your picture and colour show customers that the page is yours. Without a picture they see your initials.',
      )}
    >
      {data !== undefined && <LookForm look={data} />}
    </Panel>
  )
}

function LookForm({ look }: { look: Look }) {
  const shopName = useShopName()
  const [colour, setColour] = useState<string>(look.colour ?? '')
  const save = useAction({
    act: (logo: File | 'keep' | 'remove') => {
      const form = new FormData()
      form.set('colour', colour)
      form.set('logo', logo)
      return sendForm(savePageLook, form, () => undefined)
    },
    failed: t('This could not be saved'),
    done: t('Saved. New visitors see it at once.'),
    answers: queryKeys.pageLook,
  })
  const choose = (file: File | null) => {
    if (file === null) return
    if (file.size > LOGO_FILE_BYTES_MAX) toastFailure(t('Please choose a picture of at most 2 MB'))
    else save.mutate(file)
  }
  return (
    <Stack gap="md">
      <Group gap="md">
        {look.logo === null ? (
          <Seal tone="created" size={48} bdrs={12} aria-hidden>
            {initialsOf(shopName)}
          </Seal>
        ) : (
          <img src={look.logo} alt={t('Your picture')} width={48} height={48} />
        )}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
          {(props) => (
            <Button variant="default" leftSection={<IconUpload />} disabled={save.isPending} {...props}>
              {look.logo === null ? t('Choose a picture') : t('Choose another picture')}
            </Button>
          )}
        </FileButton>
        {look.logo !== null && (
          <Button variant="subtle" disabled={save.isPending} onClick={() => save.mutate('remove')}>
            {t('Remove')}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{t('PNG, JPEG or WebP, at most 2 MB. It is shown small, as a square.')}</Text>
      <Group align="end">
        <NativeSelect
          label={t('Colour of buttons and links')}
          data={CHOICES}
          value={colour}
          onChange={(event) => setColour(event.currentTarget.value)}
        />
        <Button loading={save.isPending} onClick={() => save.mutate('keep')}>
          {t('Save')}
        </Button>
      </Group>
    </Stack>
  )
}

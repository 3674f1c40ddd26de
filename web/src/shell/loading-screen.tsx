import { Loader, Stack } from '@mantine/core'
import { t } from '../locales/translate.ts'

export function LoadingScreen() {
  return (
    <Stack gap="md" align="center" justify="center" mih="100dvh" c="dimmed" role="status">
      <Loader size={28} aria-hidden />
      <p>{t('Please wait...')}</p>
    </Stack>
  )
}

import { IconMapPinOff } from 'virtual:icons'
import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

export function NotFoundPage() {
  return (
    <Stack gap="sm" align="center" justify="center" flex={1} mih="60vh" py={48} px="md" ta="center">
      <IconMapPinOff size={40} stroke={1.4} color="var(--galla-accent)" />
      <h1>{t('Page not found')}</h1>
      <Text c="dimmed" mb="xs">
        {t('There is no page at this address. The address may be wrong, or the page has moved.')}
      </Text>
      <Button component={Link} to={paths.home}>
        {t('Go to the home page')}
      </Button>
    </Stack>
  )
}

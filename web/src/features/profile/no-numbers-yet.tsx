import { Box, Group, Text, Title } from '@mantine/core'
import { t } from '../../locales/translate.ts'

const HEIGHTS = [22, 34, 28, 46, 40, 58, 50, 66, 60, 78, 70, 92]

/** Where the pictures will stand. */
export function NoNumbersYet() {
  return (
    <Group
      component="section"
      gap="20px 32px"
      py={28}
      px="lg"
      bd="1px dashed var(--galla-control)"
      bdrs="lg"
      aria-label={t('Over time')}
    >
      <Group gap={5} align="flex-end" wrap="nowrap" w={200} h={84} aria-hidden>
        {HEIGHTS.map((height) => (
          <Box key={height} flex={1} h={`${height}%`} bdrs="xs" bg="var(--galla-created-soft)" />
        ))}
      </Group>
      <div>
        <Title order={2} fz="md" fw={650}>
          {t('No orders in this mode yet')}
        </Title>
        <Text maw={460} mt={4} c="dimmed">
          {t(
            'With the first ones your collections a day, your success rate and your busiest hours appear here.',
          )}
        </Text>
      </div>
    </Group>
  )
}

import { Box, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'

/** The shape of a record: what most who come here have. */
export function KycSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" role="status" aria-label={t('Loading your KYC status')}>
      <Panel>
        <Group gap="16px 20px" wrap="nowrap" mb={20}>
          <Skeleton h={52} w={52} radius="lg" />
          <Box flex={1}>
            <Skeleton h={20} w={180} mb={6} />
            <Skeleton h={16} w="70%" />
          </Box>
        </Group>
        <Skeleton h={40} w="60%" />
      </Panel>
      <Panel>
        <Skeleton h={20} w={180} mb={8} />
        <Skeleton h={16} w="60%" mb={20} />
        <SimpleGrid cols={{ base: 1, sm: 3, lg: 4 }}>
          <Skeleton h={208} radius="md" />
          <Skeleton h={208} radius="md" />
        </SimpleGrid>
      </Panel>
    </Stack>
  )
}

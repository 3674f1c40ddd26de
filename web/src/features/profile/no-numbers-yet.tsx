import { Group, Text, Title } from '@mantine/core'
import css from './no-numbers-yet.module.css'

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
      aria-label="Over time"
    >
      <Group gap={5} align="flex-end" wrap="nowrap" w={200} h={84} className={css.bars} aria-hidden>
        {HEIGHTS.map((height) => (
          <i key={height} style={{ height: `${height}%` }} />
        ))}
      </Group>
      <div>
        <Title order={2} fz="md" fw={650}>
          No orders in this mode yet
        </Title>
        <Text maw={460} mt={4} c="dimmed">
          With the first ones your collections a day, your success rate and your busiest hours will stand
          here.
        </Text>
      </div>
    </Group>
  )
}

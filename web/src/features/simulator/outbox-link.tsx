import { IconMail } from 'virtual:icons'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { outboxQuery } from '../../api/outbox-query.ts'
import { displayCount } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'

/** Only a development server, asked from its own machine, has mail to show. */
export function OutboxLink() {
  const { data } = useQuery(outboxQuery)
  if (data === undefined || data === null) return null
  return (
    <Group gap="xs" wrap="nowrap" mih={36} mt="sm">
      <IconMail size={16} aria-hidden color="var(--galla-accent)" />
      <Link to={paths.outbox}>Mail that would be sent ({displayCount(data.length)})</Link>
    </Group>
  )
}

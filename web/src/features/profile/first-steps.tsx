import { IconCheck } from 'virtual:icons'
import type { Stats } from '@galla/contract/orders/statistics'
import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../components/layout/panel.tsx'
import { useUser } from '../../session/session.tsx'
import css from './first-steps.module.css'
import { useFirstSteps } from './first-steps-query.ts'

const PLACES = ['a', 'b', 'c', 'd']

const hiddenKey = (userId: string) => `galla.first-steps-hidden.${userId}`

/** What is done, from the records, and the one thing to do next. */
export function FirstSteps({ stats }: { stats: Stats }) {
  const { id } = useUser()
  const [hidden, setHidden] = useState(() => window.localStorage.getItem(hiddenKey(id)) !== null)
  const steps = useFirstSteps(stats)
  if (hidden || steps?.every(({ done }) => done)) return null
  const hide = () => {
    window.localStorage.setItem(hiddenKey(id), 'true')
    setHidden(true)
  }
  const next = steps?.findIndex(({ done }) => !done)
  const doneCount = steps?.filter(({ done }) => done).length ?? 0
  return (
    <Panel
      title="Your first payment"
      note={steps === undefined ? ' ' : `${doneCount} of ${steps.length} steps done`}
      action={
        <Button variant="subtle" size="compact-sm" h={36} onClick={hide}>
          Hide
        </Button>
      }
    >
      <SimpleGrid
        component="ol"
        cols={{ base: 1, sm: 2, lg: 4 }}
        spacing="sm"
        className={`plain-list ${css.steps}`}
      >
        {steps === undefined
          ? PLACES.map((place) => (
              <li key={place} className={css.step}>
                <Skeleton h={28} w={28} circle />
                <Skeleton h={16} w="70%" mt={14} />
                <Skeleton h={12} w="90%" mt={8} />
              </li>
            ))
          : steps.map(({ title, text, action, to, done }, i) => (
              <li key={title} className={`${css.step} ${i === next ? css.next : ''}`}>
                <span className={done ? css.done : css.number}>
                  {done ? <IconCheck size={16} stroke={3} role="img" aria-label="Done" /> : i + 1}
                </span>
                <strong>{title}</strong>
                <p>{text}</p>
                {i === next && (
                  <Button component={Link} to={to} h={36} mt="auto">
                    {action}
                  </Button>
                )}
              </li>
            ))}
      </SimpleGrid>
    </Panel>
  )
}

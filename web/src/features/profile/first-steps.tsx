import { IconCheck } from 'virtual:icons'
import type { Stats } from '@galla/contract/orders/statistics'
import { Box, Button, Center, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { deviceValues } from '../../browser/browser-storage.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { useUser } from '../../session/session.tsx'
import { useFirstSteps } from './first-steps-query.ts'

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e']

/** Roughly the height of a step, so that nothing below shifts under a finger. */
const STEP_HEIGHT = { base: 106, sm: 112, lg: 164 }

const hiddenKey = (userId: string) => `galla.first-steps-hidden.${userId}`

/** The onboarding checklist with the next step highlighted. */
export function FirstSteps({ stats }: { stats: Stats }) {
  const { id } = useUser()
  const [hidden, setHidden] = useState(() => deviceValues.read(hiddenKey(id)) !== null)
  const steps = useFirstSteps(stats)
  if (hidden || steps?.every(({ done }) => done)) return null
  const hide = () => {
    deviceValues.write(hiddenKey(id), 'true')
    setHidden(true)
  }
  const next = steps?.findIndex(({ done }) => !done)
  const doneCount = steps?.filter(({ done }) => done).length ?? 0
  return (
    <Panel
      title={t('Your first payment')}
      note={
        steps === undefined
          ? ' '
          : t('{doneCount} of {length} steps done', { doneCount, length: steps.length })
      }
      action={
        <Button variant="subtle" px="xs" onClick={hide}>
          {t('Hide')}
        </Button>
      }
    >
      <SimpleGrid component="ol" cols={{ base: 1, sm: 2, lg: 5 }} spacing="sm" className="plain-list">
        {steps === undefined
          ? SKELETON_KEYS.map((key) => <Skeleton key={key} h={STEP_HEIGHT} radius="md" />)
          : steps.map((step, i) => <Step key={step.title} step={step} index={i} isNext={i === next} />)}
      </SimpleGrid>
    </Panel>
  )
}

type FirstStep = NonNullable<ReturnType<typeof useFirstSteps>>[number]

function Step({ step, index, isNext }: { step: FirstStep; index: number; isNext: boolean }) {
  const { title, text, action, to, done } = step
  return (
    <Group
      component="li"
      gap="sm"
      align="flex-start"
      wrap="nowrap"
      p="md"
      bdrs="md"
      bd={`1px solid var(--galla-${isNext ? 'accent' : 'line'})`}
    >
      <Center
        component="span"
        flex="none"
        w={28}
        h={28}
        bdrs="50%"
        fw={650}
        c={done ? 'var(--galla-success)' : isNext ? 'var(--galla-accent)' : 'dimmed'}
        bg={done ? 'var(--galla-success-soft)' : isNext ? 'var(--galla-created-soft)' : 'var(--galla-sunken)'}
      >
        {done ? <IconCheck stroke={3} role="img" aria-label={t('Done')} /> : index + 1}
      </Center>
      <Box miw={0}>
        <Text component="strong" display="block" mt={3} fw={600}>
          {title}
        </Text>
        <Text c="dimmed">{text}</Text>
        {isNext && (
          <Button component={Link} to={to} mt="sm">
            {action}
          </Button>
        )}
      </Box>
    </Group>
  )
}

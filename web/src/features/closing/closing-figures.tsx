import { IconCalendarOff } from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import type { dailyClosing } from '@galla/contract/reconciliation/closing'
import { type CreditState, WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { Box, Paper, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { SOURCE_NAMES, STATE_WORDS } from '../../format/case-labels.ts'
import { displayAmount, displayCount } from '../../format/indian-display.ts'
import { casesPath } from '../../paths.ts'
import css from './closing-page.module.css'

export type Closing = ReplyOf<typeof dailyClosing>['data']

export function ClosingFigures({ closing }: { closing: Closing }) {
  const { received, expected, difference, open, orders } = closing
  const isEmpty = closing.states.every(({ count }) => count === 0)
  if (isEmpty)
    return (
      <Panel>
        <ScreenMessage
          Icon={IconCalendarOff}
          title="No money came on this day"
          text="What your orders asked for, what was received and what is still open appear here."
        />
      </Panel>
    )
  return (
    <>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md" className={css.tiles}>
        <Tile
          name="Expected"
          value={displayAmount(expected)}
          note={`for ${displayCount(orders)} paid ${orders === 1 ? 'order' : 'orders'}`}
        />
        <Tile
          name="Received"
          value={displayAmount(received)}
          note={`in ${displayCount(paymentsOf(closing))} payments`}
        />
        <Tile
          name="Difference"
          value={displayAmount(difference)}
          note={
            difference === 0
              ? 'they agree to the paisa'
              : difference > 0
                ? 'more came than was asked for'
                : 'less came than was asked for'
          }
          tone={difference === 0 ? 'success' : 'pending'}
        />
        <Tile
          name="Open cases"
          value={displayCount(open)}
          note={open === 0 ? 'nothing of this day waits' : 'wait for your decision'}
          tone={open === 0 ? 'success' : 'failed'}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 2 }} spacing="md">
        <Outcomes closing={closing} />
        <Sources closing={closing} />
      </SimpleGrid>
    </>
  )
}

const paymentsOf = ({ sources }: Closing): number => sources.reduce((sum, { count }) => sum + count, 0)

function Tile({
  name,
  value,
  note,
  tone,
}: {
  name: string
  value: string
  note: string
  tone?: 'success' | 'pending' | 'failed'
}) {
  return (
    <Paper component="section" withBorder radius="lg" miw={0} className={css.tile} aria-label={name}>
      <Text c="dimmed" fz="xs" fw={600}>
        {name}
      </Text>
      <p className={`${css.value} ${tone === undefined ? '' : css[tone]}`}>{value}</p>
      <Text c="dimmed" fz="xs">
        {note}
      </Text>
    </Paper>
  )
}

const NOTES: Partial<Record<CreditState, string>> = {
  ignored: 'not counted',
  refunded: 'sent back, not counted',
}

/** Each kind of money with its sum; what waits leads to its list. */
function Outcomes({ closing: { states } }: { closing: Closing }) {
  return (
    <Panel title="What became of the money">
      <dl>
        {states
          .filter(({ count }) => count > 0)
          .map(({ state, count, amount }) => (
            <div key={state} className={css.line}>
              <Box component="dt" miw={0} fw={550}>
                {WAITING_STATES.some((waiting) => waiting === state) ? (
                  <Link to={casesPath({ tab: state })}>{STATE_WORDS[state]}</Link>
                ) : (
                  STATE_WORDS[state]
                )}
                {NOTES[state] !== undefined && (
                  <Box component="small" c="dimmed" fw={500}>
                    {' '}
                    {NOTES[state]}
                  </Box>
                )}
              </Box>
              <Box component="dd" c="dimmed" className="tabular">
                {displayCount(count)}
              </Box>
              <Box component="dd" fw={600} ta="right" className="tabular">
                {displayAmount(amount)}
              </Box>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

const WIDTH = 100

/** The source that reported each payment first, with its share of the total. */
function Sources({ closing: { sources, received } }: { closing: Closing }) {
  return (
    <Panel title="By source" note="Which source reported each payment first">
      {sources.length === 0 ? (
        <Text c="dimmed" fz="xs">
          Nothing that counts was received.
        </Text>
      ) : (
        <dl>
          {sources.map(({ source, count, amount }) => (
            <div key={source} className={css.line}>
              <Box component="dt" miw={0} fw={550}>
                {SOURCE_NAMES[source]}
              </Box>
              <Box component="dd" c="dimmed" className="tabular">
                {displayCount(count)}
              </Box>
              <Box component="dd" fw={600} ta="right" className="tabular">
                {displayAmount(amount)}
              </Box>
              <Box component="dd" lh={0} className={css.share} style={{ gridColumn: '1 / -1' }}>
                <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden>
                  <rect className={css.all} width={WIDTH} height={6} />
                  <rect
                    className={css.part}
                    width={received === 0 ? 0 : (amount / received) * WIDTH}
                    height={6}
                  />
                </svg>
              </Box>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

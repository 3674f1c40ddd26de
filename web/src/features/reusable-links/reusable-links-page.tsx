import { IconLink, IconPlus } from 'virtual:icons'
import {
  type LinkState,
  listReusableLinks,
  type ReusableLink,
  updateReusableLink,
} from '@galla/contract/reusable-links/reusable-links'
import { Box, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { More } from '../../components/display/more.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { pageNumberIn } from '../../components/form/use-address-search.ts'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { CountedPager } from '../../components/table/pager.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { kept } from '../../queries/kept.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import type { Tone } from '../../theme/tone.ts'
import { EditLinkDialog, NewLinkDialog, ShareLinkDialog } from './link-dialogs.tsx'
import { LinkOrdersDialog } from './link-orders.tsx'

type Action = 'orders' | 'share' | 'edit' | 'close'

const closeLabel = ({ state }: ReusableLink): string => (state === 'closed' ? t('Open again') : t('Close'))

const columnsOf = (
  onAction: (link: ReusableLink, action: Action) => void,
  mayEdit: boolean,
): readonly Column<ReusableLink>[] => [
  {
    head: t('Link'),
    card: 'line',
    cell: (link) => <TwoLines first={<span dir="auto">{link.title}</span>} second={priceLabel(link)} />,
  },
  {
    head: t('Payments'),
    width: 'long',
    card: 'start',
    cell: (link) => <Collected link={link} onOpen={() => onAction(link, 'orders')} />,
  },
  {
    head: t('State'),
    width: 'short',
    card: 'end',
    cell: ({ state }) => {
      const [label, tone] = STATE_LABELS[state]
      return <ToneBadge tone={tone}>{label}</ToneBadge>
    },
  },
  {
    head: t('Actions'),
    hideHead: true,
    end: true,
    card: 'line',
    cell: (link) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {(
          [
            ['share', t('Share'), 'default'],
            ['edit', t('Edit'), 'default'],
            ['close', closeLabel(link), 'subtle'],
          ] as const
        )
          .filter(([action]) => mayEdit || action === 'share')
          .map(([action, label, variant]) => (
            <Button
              key={action}
              variant={variant}
              px="sm"
              aria-label={`${label}: ${link.title}`}
              onClick={() => onAction(link, action)}
            >
              {label}
            </Button>
          ))}
      </Group>
    ),
  },
]

function Collected({ link, onOpen }: { link: ReusableLink; onOpen: () => void }) {
  return (
    <TwoLines
      first={<span className="amount">{displayAmount(link.collected)}</span>}
      second={
        <Button
          variant="transparent"
          px={0}
          aria-label={t('{uses}: orders of {title}', { uses: usesLabel(link), title: link.title })}
          onClick={onOpen}
        >
          {usesLabel(link)}
        </Button>
      }
    />
  )
}

/** Closes or reopens a link. */
function useCloseLink() {
  return useAction({
    act: (link: ReusableLink) => {
      const body = { isClosed: link.state !== 'closed' }
      return callEndpoint(updateReusableLink, { params: { code: link.code }, body })
    },
    failed: t('The link could not be changed'),
    done: ({ data }) => (data.state === 'closed' ? t('Link closed') : t('Link opened again')),
    refreshes: queryKeys.reusableLinks.all,
  })
}

interface OpenLink {
  readonly link: ReusableLink
  readonly action: Exclude<Action, 'close'>
}

function useLinks(mode: string) {
  const [params, setParams] = useSearchParams()
  const page = pageNumberIn(params)
  const list = useQuery({
    queryKey: queryKeys.reusableLinks.page(mode, page),
    queryFn: ({ signal }) => callEndpoint(listReusableLinks, { query: { page }, signal }),
    placeholderData: kept(queryKeys.reusableLinks.ofMode(mode)),
  })
  const pages = list.data?.pagination
  const isPastEnd = pages !== undefined && pages.totalPages > 0 && page > pages.totalPages
  const show = (next: number) => setParams(next === 1 ? {} : { page: String(next) })
  return { list, page, pages, isPastEnd, show }
}

const emptyText = (isPastEnd: boolean, mayEdit: boolean) =>
  isPastEnd
    ? {
        Icon: IconLink,
        title: t('Nothing on this page'),
        text: t('This page number does not exist.'),
      }
    : {
        Icon: IconLink,
        title: t('No reusable links yet'),
        ...(mayEdit && { text: t('To request a payment from one customer, use Payment Link.') }),
      }

function LinksPager({ page, pages, show }: Pick<ReturnType<typeof useLinks>, 'page' | 'pages' | 'show'>) {
  if (pages === undefined || (pages.totalPages <= 1 && page <= 1)) return null
  if (pages.totalPages === 0) return null
  return <CountedPager page={page} pagination={pages} onChange={show} />
}

/** The reusable links with the payments of each. */
export function ReusableLinksPage() {
  const { mode } = useUser()
  const mayEdit = useMay()('POST /user/reusable-links')
  const { list, page, pages, isPastEnd, show } = useLinks(mode)
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<OpenLink>()
  const close = useCloseLink()
  const act = (link: ReusableLink, action: Action) =>
    action === 'close' ? close.mutate(link) : setOpen({ link, action })
  const isEmpty = list.data?.data.length === 0 && !isPastEnd
  // An empty list holds the button itself.
  const add = mayEdit && (
    <Button leftSection={<IconPlus />} onClick={() => setAdding(true)}>
      {t('New link')}
    </Button>
  )
  return (
    <>
      <PageTitle
        title={t('Reusable Links')}
        line={t(
          'One link or QR code for many customers, such as for a class, a fund or a stall. Each payment is a separate order.',
        )}
        actions={isEmpty ? undefined : add}
      />
      <ListPanel
        what={t('The links')}
        query={list}
        count={list.data?.data.length}
        empty={{ ...emptyText(isPastEnd, mayEdit), action: isEmpty ? add : undefined }}
        foot={<LinksPager page={page} pages={pages} show={show} />}
      >
        <DataTable
          label={t('Reusable Links')}
          columns={columnsOf(act, mayEdit)}
          rows={list.data?.data}
          keyOf={({ code }) => code}
          cardsBelow="lg"
        />
      </ListPanel>
      <LimitNote />
      {adding && (
        <NewLinkDialog
          onCreated={(link) => {
            setAdding(false)
            setOpen({ link, action: 'share' })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {open !== undefined && <LinkDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function LinkDialog({ link, action, onClose }: OpenLink & { onClose: () => void }) {
  switch (action) {
    case 'orders':
      return <LinkOrdersDialog link={link} onClose={onClose} />
    case 'share':
      return <ShareLinkDialog link={link} onClose={onClose} />
    case 'edit':
      return <EditLinkDialog link={link} onClose={onClose} />
  }
}

function LimitNote() {
  return (
    <Box mt="md" maw={720}>
      <More summary={t('How it works')}>
        {t(
          'If a link has a payment limit, an open order counts until it expires. A payment that arrives later may exceed the limit: keep it, or refund it. In live mode, each order uses one QR request of your plan, even if nobody pays it. Unpaid orders of links use at most half of your trial or plan.',
        )}
      </More>
    </Box>
  )
}

const STATE_LABELS = {
  open: [t('Open [state]'), 'success'],
  closed: [t('Closed'), 'calm'],
  ended: [t('Ended'), 'calm'],
  used_up: [t('Used up'), 'calm'],
} as const satisfies Record<LinkState, readonly [string, Tone]>

const priceLabel = ({ price }: ReusableLink): string => {
  if (price.kind === 'fixed') return displayAmount(price.amount)
  if (price.kind === 'choice')
    return t('{from} to {to}', { from: displayAmount(price.min), to: displayAmount(price.max) })
  return t('{count, plural, one {# item} other {# items}}', { count: price.items.length })
}

/** "12 of 40 paid", with the number of open orders. */
const usesLabel = ({ paid, open, usesMax }: ReusableLink): string => {
  const uses =
    usesMax === null ? t('{paid} paid', { paid }) : t('{paid} of {max} paid', { paid, max: usesMax })
  return open === 0 ? uses : t('{uses}, {open} open', { uses, open })
}

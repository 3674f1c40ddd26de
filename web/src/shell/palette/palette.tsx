import { allTransactions } from '@galla/contract/orders/transactions'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData } from '../../api/api.ts'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { findSections } from '../../components/finder/find-sections.ts'
import { Finder, type Found } from '../../components/finder/finder.tsx'
import { foundFrom, useGuideIndex } from '../../components/finder/guide-index.tsx'
import { useDebounced } from '../../components/form/use-debounced.ts'
import { displayAmount, displayWhen } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { orderPath, paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay, useMayOpen } from '../../session/may.ts'
import { ownShop } from '../../session/own-shop.ts'
import { useUser } from '../../session/session.tsx'
import { DASHBOARD_ENTRIES } from '../side-menu.tsx'

const SCREENS: readonly Found[] = [
  ...DASHBOARD_ENTRIES.flatMap(({ label, tabs, to }) =>
    (tabs ?? [{ to, label }]).map((tab) => ({ path: tab.to, under: label, title: tab.label })),
  ),
  { path: paths.closing, under: t('Reconciliation'), title: t('Daily closing') },
  { path: paths.importStatement, under: t('Reconciliation'), title: t('Import statement') },
]

/** Of merchants on others' installations; the menu of a shop that hosts itself has none of them (base.css). */
const OF_GUESTS: readonly string[] = [paths.kyc, paths.manageSubscription, paths.newSubscription]

const ORDERS_MAX = 5
const SECTIONS_MAX = 5
/** Shorter words are in every order. */
const ORDER_CHARS_MIN = 3
const CHARS_MAX = 100
const TYPED_MS = 300

/** Finds screens, orders and sections of the guide. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState('')
  const asked = question.trim()
  const mayOpen = useMayOpen()
  const index = useGuideIndex()
  const orders = useFoundOrders(asked)
  const words = asked.toLowerCase().split(/\s+/)
  const screens = SCREENS.filter(({ path, under, title }) => {
    const text = `${under} ${title}`.toLowerCase()
    if (ownShop() !== undefined && OF_GUESTS.includes(path)) return false
    return mayOpen(path) && words.every((word) => text.includes(word))
  })
  const sections = findSections(index.data ?? [], asked).slice(0, SECTIONS_MAX)
  const found = [...screens, ...(orders.data ?? []), ...sections.map(foundFrom)]
  const isEmpty = found.length === 0 && !orders.isFetching && !index.isPending
  return (
    <Finder
      label={t('Search screens, orders and the guide')}
      listLabel={t('Results')}
      closeLabel={t('Close the search')}
      question={question}
      onQuestion={(text) => setQuestion(text.slice(0, CHARS_MAX))}
      found={found}
      status={
        asked === '' ? '' : t('{count, plural, one {# result} other {# results}}', { count: found.length })
      }
      onClose={onClose}
    >
      {orders.isError && (
        <Text c="dimmed" px="lg" pt="md" role="alert">
          {t('The orders could not be searched')}
        </Text>
      )}
      {isEmpty && (
        <Text c="dimmed" ta="center" py={36} px="lg">
          {t('No results for "{search}".', { search: asked })}
        </Text>
      )}
    </Finder>
  )
}

/** The newest orders with this text in an ID, a UTR or a customer. */
function useFoundOrders(asked: string) {
  const { mode } = useUser()
  const may = useMay()
  const [search, setSearch] = useState(asked)
  useDebounced(asked, TYPED_MS, setSearch)
  const query = { search, limit: ORDERS_MAX }
  return useQuery({
    queryKey: queryKeys.orders.list(mode, { found: search }),
    enabled: search.length >= ORDER_CHARS_MIN && may('GET /user/all-transactions'),
    queryFn: async ({ signal }) =>
      (await fetchData(allTransactions, { query, signal })).map(
        ({ orderId, clientTransactionId, customer, amount, status, createdAt }): Found => ({
          path: orderPath(orderId),
          under: t('Orders'),
          title: `${clientTransactionId} · ${displayAmount(amount)}`,
          about: (
            <>
              {customer.name} · {displayWhen(createdAt)} <StatusBadge status={status} />
            </>
          ),
        }),
      ),
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiAddress, Result } from '#shared/contracts/api.ts'
import { call, type CallArguments } from '#web/data/api.ts'
import { useLanguage } from '#web/data/language.tsx'
import { timesIn } from '#web/parts/time/times-in.ts'

const readAnewMs = 30_000
/** The operator's days are counted in Vietnam, wherever they are. */
const houseZone = 'Asia/Ho_Chi_Minh'

function useDeskList<Answer, Selected>(
  queryKey: string[],
  queryFn: () => Promise<Answer>,
  select: (answer: Answer) => Selected,
) {
  return useQuery({ queryKey: ['operator', ...queryKey], queryFn, select, refetchInterval: readAnewMs })
}

const proofsOf = (answer: Result<'GET /api/v1/operator/proofs'>) => answer.proofs
const transfersOf = (answer: Result<'GET /api/v1/operator/transfers'>) => answer.transfers
const refundsOf = (answer: Result<'GET /api/v1/operator/refunds'>) => answer.refunds
const returnedPartsOf = (answer: Result<'GET /api/v1/operator/returned-parts'>) => answer.returned_parts
const refusedPaymentsOf = (answer: Result<'GET /api/v1/operator/refused-payments'>) => answer.refused_payments
const withdrawalsOf = (answer: Result<'GET /api/v1/operator/withdrawals'>) => answer.withdrawals
const referralsOf = (answer: Result<'GET /api/v1/operator/referrals'>) => answer.referrals
const deadLettersOf = (answer: Result<'GET /api/v1/operator/dead-letters'>) => answer.dead_letters
const eInvoicesOf = (answer: Result<'GET /api/v1/operator/e-invoices'>) => answer.e_invoices
const pricesOf = (answer: Result<'GET /api/v1/operator/prices'>) => answer.prices
const announcementsOf = (answer: Result<'GET /api/v1/operator/announcements'>) => answer.announcements
const factsOf = (answer: Result<'GET /api/v1/operator/health'>) => answer.facts
const contactsOf = (answer: Result<'GET /api/v1/operator/contact-requests'>) => answer.contact_requests
const viewsOf = (answer: Result<'GET /api/v1/operator/page-views'>) => [answer]
const statusOf = (answer: Result<'GET /api/v1/operator/status'>) => [answer]
const asIs = (answer: Result<'GET /api/v1/operator/workspaces'>) => answer
const offersOf = (answer: Result<'GET /api/v1/operator/workspaces/:id/offers'>) => answer

export const useProofs = () => useDeskList(['proofs'], () => call('GET /api/v1/operator/proofs'), proofsOf)
export const useTransfers = () => useDeskList(['transfers'], () => call('GET /api/v1/operator/transfers'), transfersOf)
export const useRefunds = () => useDeskList(['refunds'], () => call('GET /api/v1/operator/refunds'), refundsOf)
export const useReturnedParts = () =>
  useDeskList(['returned-parts'], () => call('GET /api/v1/operator/returned-parts'), returnedPartsOf)
export const useRefusedPayments = () =>
  useDeskList(['refused-payments'], () => call('GET /api/v1/operator/refused-payments'), refusedPaymentsOf)
export const useWithdrawals = () =>
  useDeskList(['withdrawals'], () => call('GET /api/v1/operator/withdrawals'), withdrawalsOf)
export const useHeldReferrals = () =>
  useDeskList(['referrals'], () => call('GET /api/v1/operator/referrals'), referralsOf)
export const useDeadLetters = () =>
  useDeskList(['dead-letters'], () => call('GET /api/v1/operator/dead-letters'), deadLettersOf)
export const useEInvoices = () =>
  useDeskList(['e-invoices'], () => call('GET /api/v1/operator/e-invoices'), eInvoicesOf)
export const usePrices = () => useDeskList(['prices'], () => call('GET /api/v1/operator/prices'), pricesOf)
export const useAnnouncements = () =>
  useDeskList(['announcements'], () => call('GET /api/v1/operator/announcements'), announcementsOf)
export const useHealth = () => useDeskList(['health'], () => call('GET /api/v1/operator/health'), factsOf)
export const useContactRequests = (status: 'open' | 'done') =>
  useDeskList(
    ['contact-requests', status],
    () => call('GET /api/v1/operator/contact-requests', { query: { status } }),
    contactsOf,
  )
export const usePageViews = () => useDeskList(['page-views'], () => call('GET /api/v1/operator/page-views'), viewsOf)
export const useDeskStatus = () => useDeskList(['status'], () => call('GET /api/v1/operator/status'), statusOf)
export const useWorkspaces = (search: string) =>
  useDeskList(['workspaces', search], () => call('GET /api/v1/operator/workspaces', { query: { search } }), asIs)

export type DeskAddress = Extract<ApiAddress, `POST /api/v1/operator/${string}`>

export const useOffers = (workspaceId: string) =>
  useDeskList(
    ['offers', workspaceId],
    () => call('GET /api/v1/operator/workspaces/:id/offers', { params: { id: workspaceId } }),
    offersOf,
  )

/** Refreshes all lists, also after a refusal, which often means that they are stale. */
export function useDeskAct() {
  const queries = useQueryClient()
  return async <A extends DeskAddress>(address: A, ...asked: CallArguments<A>) => {
    try {
      await call(address, ...asked)
    } finally {
      await queries.invalidateQueries({ queryKey: ['operator'] })
    }
  }
}

export function useHouseTimes() {
  const { language } = useLanguage()
  return useMemo(() => timesIn(language, houseZone), [language])
}

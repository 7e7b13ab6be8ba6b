import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DeskAnnouncement } from '#shared/contracts/announcements.contract.ts'
import type {
  DeskContactRequest,
  DeskDeadLetter,
  DeskEInvoice,
  DeskHealth,
  DeskPageViews,
  DeskPrice,
  DeskProof,
  DeskRefund,
  DeskRefusedPayment,
  DeskReturnedPart,
  DeskTransfer,
  DeskWorkspaces,
} from '#shared/contracts/operator.contract.ts'
import type { DeskOffers } from '#shared/contracts/offers.contract.ts'
import type { DeskReferral, DeskWithdrawal } from '#shared/contracts/referrals.contract.ts'
import { call } from '#web/data/api.ts'
import { useLanguage } from '#web/data/language.tsx'
import { timesIn } from '#web/parts/time/times-in.ts'

const readAnewMs = 30_000
/** The house counts its days in Vietnam, wherever the operator sits. */
const houseZone = 'Asia/Ho_Chi_Minh'

/** A list of the desk, read again every half minute and after each act. */
function useDeskList<Answer, Result>(path: string, select: (answer: Answer) => Result) {
  return useQuery({
    queryKey: ['operator', path],
    queryFn: () => call<Answer>('GET', `/operator/${path}`),
    select,
    refetchInterval: readAnewMs,
  })
}

const proofsOf = (answer: { proofs: DeskProof[] }) => answer.proofs
const transfersOf = (answer: { transfers: DeskTransfer[] }) => answer.transfers
const refundsOf = (answer: { refunds: DeskRefund[] }) => answer.refunds
const returnedPartsOf = (answer: { returned_parts: DeskReturnedPart[] }) => answer.returned_parts
const refusedOf = (answer: { refused_payments: DeskRefusedPayment[] }) => answer.refused_payments
const lettersOf = (answer: { dead_letters: DeskDeadLetter[] }) => answer.dead_letters
const contactsOf = (answer: { contact_requests: DeskContactRequest[] }) => answer.contact_requests
const withdrawalsOf = (answer: { withdrawals: DeskWithdrawal[] }) => answer.withdrawals
const referralsOf = (answer: { referrals: DeskReferral[] }) => answer.referrals
const eInvoicesOf = (answer: { e_invoices: DeskEInvoice[] }) => answer.e_invoices
const pricesOf = (answer: { prices: DeskPrice[] }) => answer.prices
const announcementsOf = (answer: { announcements: DeskAnnouncement[] }) => answer.announcements
const factsOf = (answer: DeskHealth) => answer.facts
const viewsOf = (answer: DeskPageViews) => [answer]
const asIs = (answer: DeskWorkspaces) => answer
const offersOf = (answer: DeskOffers) => answer

export const useProofs = () => useDeskList('proofs', proofsOf)
export const useTransfers = () => useDeskList('transfers', transfersOf)
export const useRefunds = () => useDeskList('refunds', refundsOf)
export const useReturnedParts = () => useDeskList('returned-parts', returnedPartsOf)
export const useRefusedPayments = () => useDeskList('refused-payments', refusedOf)
export const useWithdrawals = () => useDeskList('withdrawals', withdrawalsOf)
export const useHeldReferrals = () => useDeskList('referrals', referralsOf)
export const useDeadLetters = () => useDeskList('dead-letters', lettersOf)
export const useContactRequests = (status: 'open' | 'done') =>
  useDeskList(`contact-requests?${new URLSearchParams({ status })}`, contactsOf)
export const useEInvoices = () => useDeskList('e-invoices', eInvoicesOf)
export const usePrices = () => useDeskList('prices', pricesOf)
export const useAnnouncements = () => useDeskList('announcements', announcementsOf)
export const useHealth = () => useDeskList('health', factsOf)
export const usePageViews = () => useDeskList('page-views', viewsOf)
export const useWorkspaces = (search: string) => useDeskList(`workspaces?${new URLSearchParams({ search })}`, asIs)

export const useOffers = (workspaceId: string) =>
  useDeskList(`workspaces/${encodeURIComponent(workspaceId)}/offers`, offersOf)

/** Does something of the desk, and has all lists read anew: also after a refusal, which often means that they are stale. */
export function useDeskAct() {
  const queries = useQueryClient()
  return async (path: string, body?: object) => {
    try {
      await call('POST', `/operator/${path}`, body)
    } finally {
      await queries.invalidateQueries({ queryKey: ['operator'] })
    }
  }
}

export function useHouseTimes() {
  const { language } = useLanguage()
  return useMemo(() => timesIn(language, houseZone), [language])
}

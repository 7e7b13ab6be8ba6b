import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import {
  useContactRequests,
  useDeskStatus,
  useDeadLetters,
  useEInvoices,
  useHealth,
  useHeldReferrals,
  useProofs,
  useRefunds,
  useRefusedPayments,
  useReturnedParts,
  useTransfers,
  useWithdrawals,
} from './desk-lists.ts'
import { type Desk, deskGroups, deskIcons, deskNames, desks } from './desks.ts'

function useCounts(): Record<Desk, number> {
  const transfers = (useProofs().data?.length ?? 0) + (useTransfers().data?.length ?? 0)
  const open = useRefunds().data?.filter(({ status }) => status !== 'succeeded').length ?? 0
  const odd = (useReturnedParts().data?.length ?? 0) + (useRefusedPayments().data?.length ?? 0)
  const refunds = open + (useEInvoices().data?.length ?? 0) + odd
  const withdrawals = (useWithdrawals().data?.length ?? 0) + (useHeldReferrals().data?.length ?? 0)
  const deadLetters = useDeadLetters().data?.length ?? 0
  const contacts = useContactRequests('open').data?.length ?? 0
  const today = transfers + refunds + withdrawals + deadLetters + contacts
  return {
    today,
    transfers,
    refunds,
    withdrawals,
    'dead-letters': deadLetters,
    contacts,
    workspaces: 0,
    prices: 0,
    announcements: 0,
    'page-views': 0,
    status: useDeskStatus().data?.[0]?.components.filter(({ works }) => works === false).length ?? 0,
    health: useHealth().data?.filter(({ state }) => state === 'bad').length ?? 0,
  }
}

export function DeskNavigation() {
  const texts = useTexts(operatorTexts)
  const counts = useCounts()
  return (
    <nav className="nav" aria-label={texts.sections}>
      <Link className="nav-brand" to={addresses.operator}>
        <BrandMark />
        {pageConfig().brand}
      </Link>
      <span className="row op-badge">
        <Icon name="shield-check" />
        {texts.desk}
      </span>
      {deskGroups.map(group => (
        <div key={group.name} className="contents">
          <div className="nav-group" aria-hidden="true">
            {texts[group.name]}
          </div>
          {group.desks.map(desk => (
            <NavLink key={desk} className="nav-link" to={addressOf(desk)} end>
              <Icon name={deskIcons[desk]} />
              {texts[deskNames[desk]]}
              <Count count={counts[desk]} />
            </NavLink>
          ))}
        </div>
      ))}
      <Link className="nav-link op-back" to={addresses.dashboard}>
        <Icon name="arrow-left" />
        {texts.back}
      </Link>
    </nav>
  )
}

export function DeskJump() {
  const texts = useTexts(operatorTexts)
  const counts = useCounts()
  const words = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    words.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={words} className="op-jump" aria-label={texts.sections}>
      {desks.map(desk => (
        <NavLink key={desk} to={addressOf(desk)} end>
          {texts[deskNames[desk]]}
          <Count count={counts[desk]} />
        </NavLink>
      ))}
      <Link to={addresses.dashboard}>
        <Icon name="arrow-left" size="sm" />
        {texts.back}
      </Link>
    </nav>
  )
}

function Count({ count }: { count: number }) {
  const texts = useTexts(operatorTexts)
  if (count === 0) return null
  return (
    <span className="nav-count op-count">
      <span aria-hidden="true">{count}</span>
      <span className="unseen">{fill(texts.waiting, { count })}</span>
    </span>
  )
}

function addressOf(desk: Desk): string {
  return desk === 'today' ? addresses.operator : addresses.operatorDesk.replace(':desk', desk)
}

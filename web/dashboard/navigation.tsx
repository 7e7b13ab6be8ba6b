import { Link, NavLink } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Tooltip } from '#web/kit/overlays/tooltip.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useUnreadTotal } from '#web/parts/conversations/unread-conversations.ts'
import { UnreadCount } from './unread-count.tsx'
import { useWaitingConversations } from '#web/parts/conversations/waiting-conversations.ts'
import { BotSwitchCard } from './bot-switch-card.tsx'
import { HelpMenu } from './help-menu.tsx'
import { MyMenu } from './my-menu.tsx'
import { groupsFor, type Section } from './sections.ts'
import { WorkspaceSwitch } from './workspace-switch.tsx'

export function Navigation({ rail }: { rail: boolean }) {
  const texts = useTexts(dashboardTexts)
  const { role } = useCurrentWorkspace()
  const { brand } = pageConfig()
  return (
    <nav className="nav" aria-label={texts.sections}>
      <Link className="nav-brand" to={addresses.operations} aria-label={brand}>
        <BrandMark />
        {!rail && brand}
      </Link>
      <WorkspaceSwitch rail={rail} />
      <BotSwitchCard narrow={rail} />
      {groupsFor(role).map(group => (
        <div key={group.name} className="contents">
          <div className="nav-group" aria-hidden="true">
            {!rail && texts[group.name]}
          </div>
          {group.sections.map(section => (
            <SectionLink key={section.name} section={section} rail={rail} />
          ))}
        </div>
      ))}
      <HelpMenu rail={rail} />
      <MyMenu rail={rail} />
    </nav>
  )
}

function SectionLink({ section, rail }: { section: Section; rail: boolean }) {
  const texts = useTexts(dashboardTexts)
  const name = texts[section.name]
  const link = (
    <NavLink className="nav-link" to={section.address}>
      <Icon name={section.icon} />
      {rail ? <span className="unseen">{name}</span> : name}
      {section.name === 'inbox' && <WaitingCount />}
      {section.name === 'notifications' && <UnreadCount />}
    </NavLink>
  )
  return rail ? <Tooltip text={name}>{link}</Tooltip> : link
}

export function WaitingCount() {
  const texts = useTexts(dashboardTexts)
  const { rows, status } = useWaitingConversations()
  const waiting = rows.length
  const unread = useUnreadTotal()
  // Until both are known, the number would change its meaning a moment later.
  if (status === 'loading' || (waiting === 0 && unread === 0)) return null
  const shown = (count: number) => (count > 99 ? '99+' : String(count))
  const words = [
    ...(waiting > 0 ? [fill(texts.waitingCount, { count: shown(waiting) })] : []),
    ...(unread > 0 ? [fill(texts.unreadChats, { count: shown(unread) })] : []),
  ]
  return (
    <span className={waiting > 0 ? 'nav-count' : 'nav-count nav-count-unread'}>
      <span aria-hidden="true">{shown(waiting > 0 ? waiting : unread)}</span>
      <span className="unseen">{words.join(', ')}</span>
    </span>
  )
}

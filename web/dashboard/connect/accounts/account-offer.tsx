import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import type { AccountKind } from './account-actions.ts'
import { SignInButton } from './sign-in-button.tsx'

const words = {
  facebook: { text: 'facebookOfferText', first: 'facebookOffer', more: 'facebookMore', absent: 'facebookNotThere' },
  zalo: { text: 'zaloOfferText', first: 'zaloOffer', more: 'zaloMore', absent: 'zaloNotThere' },
} as const

export function AccountOffer({ kind, any, full }: { kind: AccountKind; any: boolean; full: boolean }) {
  const texts = useTexts(channelScreensTexts)
  const { text, first, more, absent } = words[kind]
  const isThere = pageConfig().connectable.includes(kind)
  return (
    <section className="channel-card account-offer" aria-labelledby={`offer-${kind}`}>
      <div className="row connect-name">
        <ChannelIcon kind={kind} size={36} hidden />
        <h3 className="fill" id={`offer-${kind}`}>
          {texts[kind]}
        </h3>
      </div>
      <p className="soft">{!isThere ? texts[absent] : full ? texts.allInUse : texts[text]}</p>
      {isThere && !full && (
        <div className="account-card-foot">
          <SignInButton kind={kind} look={any ? 'outline' : 'filled'} size="sm" icon="plus">
            {texts[any ? more : first]}
          </SignInButton>
        </div>
      )}
    </section>
  )
}

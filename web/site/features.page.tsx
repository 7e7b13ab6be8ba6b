import { Icon } from '#web/kit/icon.tsx'
import { Closing } from './closing.tsx'
import type { DocumentProps } from './document-page.ts'
import { TrialLink } from './trial-link.tsx'

const chapters = [
  { icon: 'inbox', name: 'fChannels', points: ['fChannels1', 'fChannels2', 'fChannels3'] },
  { icon: 'file-text', name: 'fSource', points: ['fSource1', 'fSource2', 'fSource3'] },
  { icon: 'file-up', name: 'fTeach', points: ['fTeach1', 'fTeach2', 'fTeach3'] },
  { icon: 'pencil', name: 'fCorrect', points: ['fCorrect1', 'fCorrect2', 'fCorrect3'] },
  { icon: 'sliders', name: 'fRules', points: ['fRules1', 'fRules2', 'fRules3'] },
  { icon: 'shield-check', name: 'fSafe', points: ['fSafe1', 'fSafe2', 'fSafe3'] },
] as const

export function FeaturesPage(props: DocumentProps) {
  const { t } = props
  return (
    <>
      <div className="wide page-head">
        <h1 className="headline">{t.featuresHead}</h1>
        <p className="lead">{t.featuresIntro}</p>
        <TrialLink t={t} />
      </div>
      <div className="wide chapters">
        {chapters.map(({ icon, name, points }) => (
          <section key={name}>
            <div>
              <Icon name={icon} size="lg" />
              <h2>{t[name]}</h2>
            </div>
            <div>
              <p>{t[`${name}Text`]}</p>
              <ul className="ticks">
                {points.map(point => (
                  <li key={point}>
                    <Icon name="check" />
                    {t[point]}
                  </li>
                ))}
              </ul>
            </div>
          </section>
        ))}
      </div>
      <Closing {...props} />
    </>
  )
}

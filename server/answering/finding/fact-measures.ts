export type FactMeasures = {
  /** share of the question explained by the fact, by weight */
  explained: number
  /** the heaviest unexplained word */
  missed: number
  /** the heaviest of those found elsewhere in the documents */
  missedKnown: number
  nameWords: number
  /** share of the thing's name found in the question, by weight */
  named: number
  linked: number
  /** distance to the best fact about another thing */
  margin: number
  open: number
  /** nothing that has a kind was asked for */
  plain: number
  priced: number
  column: number
  /** money purposes named only by the fact or only by the question */
  otherPurposes: number
  unasked: number
  /** the question has another word beside the name ("trước" for "sau"), or a figure that the fact lacks */
  variant: number
  /** share of the earlier turns that the fact also explains */
  carriedOver: number
  ranged: number
}

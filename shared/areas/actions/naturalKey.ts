interface ActionName {
  readonly game: string
  readonly category: string
  readonly name: string
}

/** The members that identify an action of a recipient. */
export const naturalKey = ({ game, category, name }: ActionName): readonly [string, string, string] => [
  game,
  category,
  name,
]

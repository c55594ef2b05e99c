interface ActionName {
  readonly game: string
  readonly category: string
  readonly name: string
}

/** What tells a recipient's actions apart. */
export const naturalKey = ({ game, category, name }: ActionName): readonly [string, string, string] => [
  game,
  category,
  name,
]

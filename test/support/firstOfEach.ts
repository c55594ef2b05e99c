/** The first item of each kind. */
export const firstOfEach = <Item>(items: readonly Item[], kindOf: (item: Item) => string): readonly Item[] =>
  [...Map.groupBy(items, kindOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]))

import type { ComponentProps, ReactNode } from "react";

interface PlainTableProps extends ComponentProps<"table"> {
  heads: string[];
  /** The first cell of a row is its head. */
  rows: { key: string; cells: ReactNode[] }[];
}

export function PlainTable({ heads, rows, children, ...rest }: PlainTableProps) {
  return (
    <table {...rest}>
      {children}
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [head, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map((cell, place) => (
              <td key={heads[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

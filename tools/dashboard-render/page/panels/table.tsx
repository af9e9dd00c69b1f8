// Table: Grafana's TableNG, sorted as the panel says.
import { TableCellHeight } from '@grafana/schema';
import type { TableSortByFieldState } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import type { KindProps } from './kind.ts';

interface Options {
  readonly showHeader?: boolean;
  readonly cellHeight?: TableCellHeight;
  readonly sortBy?: TableSortByFieldState[];
}

export function TablePanel({ frames, fieldConfig, options, widthPx, heightPx, timeRange }: KindProps) {
  const { showHeader = true, cellHeight = TableCellHeight.Sm, sortBy = [] }: Options = options;
  const [frame] = frames;
  if (frame === undefined) return null;
  return (
    <TableNG
      data={frame}
      width={widthPx}
      height={heightPx}
      noHeader={!showHeader}
      showTypeIcons={false}
      cellHeight={cellHeight}
      sortBy={sortBy}
      fieldConfig={fieldConfig}
      timeRange={timeRange}
      structureRev={1}
      enableVirtualization={false}
    />
  );
}

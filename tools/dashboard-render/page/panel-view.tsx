// One panel in Grafana's frame, or the heading of a row; an error stays within it and is told.
import type { GrafanaTheme2, InterpolateFunction, TimeRange } from '@grafana/data';
import { PanelChrome } from '@grafana/ui';
import { Component, type ReactNode } from 'react';
import type { LoadedPanel } from './panel-data.ts';
import { kinds } from './panels/kinds.tsx';

interface BoundaryProps {
  readonly onCrash: (error: Error) => void;
  readonly children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    this.props.onCrash(error);
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <pre>{error.message}</pre>;
  }
}

export interface PanelViewProps {
  readonly loaded: LoadedPanel;
  readonly theme: GrafanaTheme2;
  readonly timeRange: TimeRange;
  readonly replace: InterpolateFunction;
}

export function PanelView({ loaded, theme, timeRange, replace }: PanelViewProps) {
  const { panel, frames, fieldConfig, widthPx, heightPx } = loaded;
  const title = replace(panel.title ?? '');
  if (panel.type === 'row') return <RowHeading title={title} theme={theme} />;
  const Kind = kinds[panel.type];
  return (
    <PanelChrome
      width={widthPx}
      height={heightPx}
      title={title}
      description={panel.description ?? ''}
      displayMode={panel.transparent ? 'transparent' : 'default'}
      padding={panel.type === 'table' ? 'none' : 'md'}
    >
      {(innerWidth, innerHeight) =>
        Kind === undefined ? null : (
          <Kind
            frames={frames}
            fieldConfig={fieldConfig}
            options={panel.options ?? {}}
            widthPx={innerWidth}
            heightPx={innerHeight}
            theme={theme}
            timeRange={timeRange}
            replace={replace}
          />
        )
      }
    </PanelChrome>
  );
}

function RowHeading({ title, theme }: { readonly title: string; readonly theme: GrafanaTheme2 }) {
  return <div style={{ ...theme.typography.h6, lineHeight: '30px', margin: 0 }}>⌄ {title}</div>;
}

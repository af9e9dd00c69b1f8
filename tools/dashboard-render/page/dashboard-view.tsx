// A dashboard: a head with its title and variables, below it the panels in their grid.
import {
  EventBusSrv,
  type GrafanaTheme2,
  type InterpolateFunction,
  ThemeContext,
  type TimeRange,
} from '@grafana/data';
import { GlobalStyles, PanelContextProvider } from '@grafana/ui';
import type { LoadedPanel } from './panel-data.ts';
import { Boundary, PanelView } from './panel-view.tsx';
import type { Chosen } from './variables.ts';

export interface DashboardProps {
  readonly title: string;
  readonly chosen: readonly Chosen[];
  readonly panels: readonly LoadedPanel[];
  readonly heightPx: number;
  readonly theme: GrafanaTheme2;
  readonly timeRange: TimeRange;
  readonly replace: InterpolateFunction;
  readonly onCrash: (title: string, error: Error) => void;
}

const eventBus = new EventBusSrv();
const panelContext = {
  eventsScope: 'render',
  eventBus,
  onToggleSeriesVisibility: () => {},
};

export function DashboardView({
  panels,
  heightPx,
  theme,
  timeRange,
  replace,
  onCrash,
  ...head
}: DashboardProps) {
  return (
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <PanelContextProvider value={panelContext}>
        <div style={{ padding: '12px 16px 16px', fontFamily: theme.typography.fontFamily }}>
          <Head {...head} theme={theme} timeRange={timeRange} />
          <div style={{ position: 'relative', height: heightPx }}>
            {panels.map((loaded) => (
              <div key={loaded.panel.id} style={placeOf(loaded)}>
                <Boundary onCrash={(error) => onCrash(loaded.panel.title ?? '', error)}>
                  <PanelView loaded={loaded} theme={theme} timeRange={timeRange} replace={replace} />
                </Boundary>
              </div>
            ))}
          </div>
        </div>
      </PanelContextProvider>
    </ThemeContext.Provider>
  );
}

function placeOf({ leftPx, topPx, widthPx, heightPx }: LoadedPanel) {
  return { position: 'absolute', left: leftPx, top: topPx, width: widthPx, height: heightPx } as const;
}

type HeadProps = Pick<DashboardProps, 'title' | 'chosen' | 'theme' | 'timeRange'>;

function Head({ title, chosen, theme, timeRange }: HeadProps) {
  const box = {
    padding: '0 8px',
    lineHeight: '30px',
    background: theme.components.input.background,
    border: `1px solid ${theme.components.input.borderColor}`,
    borderRadius: theme.shape.radius.default,
  };
  const shown = chosen.filter(({ isHidden }) => !isHidden);
  const range = `${timeRange.from.utc().format('HH:mm')} to ${timeRange.to.utc().format('HH:mm')} UTC`;
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 16, marginBottom: 12, flexWrap: 'wrap' }}>
      <div style={{ ...theme.typography.h4, marginRight: 16 }}>{title}</div>
      {shown.map(({ name, label, text }) => (
        <div key={name} style={{ display: 'flex', ...theme.typography.bodySmall }}>
          <div style={{ ...box, fontWeight: 500 }}>{label}</div>
          <div style={{ ...box, borderLeft: 0 }}>{text}</div>
        </div>
      ))}
      <div style={{ ...box, marginLeft: 'auto', ...theme.typography.bodySmall, lineHeight: '30px' }}>
        {range}
      </div>
    </div>
  );
}

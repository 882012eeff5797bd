// Runs a list of flows, or a ring all-reduce step by step, in SimGrid's flow model over given paths.
//
//   simgrid_flows WORK          start each flow at its time
//   simgrid_flows WORK STEPS    flow r is the edge from rank r to rank r + 1 of a ring; each is sent STEPS
//                               times, and a rank sends on when its last step has gone and its neighbour's has come
//
// WORK is a binary file in the byte order of the machine: int64 links, flows, entries, changes; float64
// rate[links] (bytes/s), latency[links] (s), size[flows] (bytes), start[flows] (s); int64 first[flows + 1];
// int32 link[entries]: flow i takes link[first[i]] to link[first[i + 1] - 1]; then, in order of their times,
// float64 change_at[changes] (s), change_rate[changes] (bytes/s) and int32 change_link[changes].
//
// Standard output: float64 end[flows] (s), in the same byte order. Standard error: the version, then wall time and
// processor time of the simulation alone (s).

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <numeric>
#include <simgrid/kernel/resource/Action.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#include <string>
#include <unordered_map>
#include <vector>
#include <xbt/log.h>

namespace s4u = simgrid::s4u;
namespace kernel = simgrid::kernel;

namespace {

// Pure max-min: no cross traffic, no TCP window.
const std::vector<std::string> settings = {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0"};

struct Work {
  std::vector<double> rate, latency, size, start, change_at, change_rate;
  std::vector<std::int64_t> first;
  std::vector<std::int32_t> link, change_link;

  std::size_t flows() const { return size.size(); }
};

template <typename Value> void read(std::ifstream& file, std::vector<Value>& values, std::int64_t count)
{
  values.resize(count);
  file.read(reinterpret_cast<char*>(values.data()), count * static_cast<std::int64_t>(sizeof(Value)));
}

Work read_work(const char* name)
{
  std::ifstream file(name, std::ios::binary);
  std::vector<std::int64_t> counts;
  Work work;
  read(file, counts, 4);
  read(file, work.rate, counts[0]);
  read(file, work.latency, counts[0]);
  read(file, work.size, counts[1]);
  read(file, work.start, counts[1]);
  read(file, work.first, counts[1] + 1);
  read(file, work.link, counts[2]);
  read(file, work.change_at, counts[3]);
  read(file, work.change_rate, counts[3]);
  read(file, work.change_link, counts[3]);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", name);
    std::exit(2);
  }
  return work;
}

// A zone that answers with the path of the flow that is being started, whatever the two hosts: a pair of hosts
// may have flows on many paths, for which SimGrid's own zones have no word.
class GivenPaths : public kernel::routing::NetZoneImpl {
  std::vector<std::vector<kernel::resource::StandardLinkImpl*>> path_;
  std::vector<double> latency_;

public:
  std::size_t starting = 0;
  std::vector<s4u::Link*> links;

  explicit GivenPaths(const std::string& name) : NetZoneImpl(name) {}

  void make_links(const Work& work)
  {
    for (std::size_t row = 0; row < work.rate.size(); row++) {
      auto* link = create_link("link" + std::to_string(row), {work.rate[row]});
      links.push_back(link->set_latency(work.latency[row])->seal());
    }
    path_.resize(work.flows());
    latency_.resize(work.flows());
    for (std::size_t flow = 0; flow < work.flows(); flow++)
      for (auto entry = work.first[flow]; entry < work.first[flow + 1]; entry++) {
        path_[flow].push_back(links[work.link[entry]]->get_impl());
        latency_[flow] += work.latency[work.link[entry]];
      }
  }

  void get_local_route(const kernel::routing::NetPoint*, const kernel::routing::NetPoint*,
                       kernel::routing::Route* into, double* latency) override
  {
    into->link_list_ = path_[starting];
    *latency += latency_[starting];
  }

  void get_graph(const s_xbt_graph_t*, std::map<std::string, xbt_node_t, std::less<>>*,
                 std::map<std::string, xbt_edge_t, std::less<>>*) override
  {
  }
};

// One actor starts what is due and sleeps until something has ended. It waits for no activity of its own: waiting
// for any of n costs SimGrid n steps each time, which is no part of its model.
class Run {
  const Work& work_;
  GivenPaths* zone_;
  s4u::Host* from_;
  s4u::Host* to_;
  const std::size_t steps_; // 0: a list of flows
  std::vector<s4u::CommPtr> comm_;
  std::unordered_map<kernel::activity::ActivityImpl*, std::size_t> flow_of_;
  std::vector<std::size_t> sent_, received_, ended_;
  s4u::SemaphorePtr something_ended_ = s4u::Semaphore::create(0);

  void start(std::size_t flow)
  {
    zone_->starting = flow;
    comm_[flow] = s4u::Comm::sendto_init(from_, to_)->set_payload_size(static_cast<std::uint64_t>(work_.size[flow]));
    comm_[flow]->start();
    flow_of_[comm_[flow]->get_impl()] = flow;
  }

  void send_on(std::size_t rank, bool is_ready)
  {
    if (is_ready && sent_[rank] < steps_)
      start(rank);
  }

public:
  std::vector<double> end;

  Run(const Work& work, GivenPaths* zone, s4u::Host* from, s4u::Host* to, std::size_t steps)
      : work_(work), zone_(zone), from_(from), to_(to), steps_(steps), comm_(work.flows()), sent_(work.flows()),
        received_(work.flows()), end(work.flows(), -1.0)
  {
  }

  // What the model calls for each communication whose state changes.
  void note(kernel::resource::NetworkAction& network_action)
  {
    // The class is declared but not defined in the installed headers; Action is its first base.
    const auto& action = reinterpret_cast<kernel::resource::Action&>(network_action);
    if (action.get_state() != kernel::resource::Action::State::FINISHED)
      return;
    auto found = flow_of_.find(action.get_activity());
    end[found->second] = s4u::Engine::get_clock();
    if (steps_ > 0) {
      ended_.push_back(found->second);
      if (ended_.size() == 1)
        something_ended_->release();
    }
    flow_of_.erase(found);
  }

  void play_flows()
  {
    std::vector<std::size_t> order(work_.flows());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](auto a, auto b) { return work_.start[a] < work_.start[b]; });
    for (auto flow : order) {
      if (work_.start[flow] > s4u::Engine::get_clock())
        s4u::this_actor::sleep_until(work_.start[flow]);
      start(flow);
    }
    for (auto& comm : comm_)
      comm->wait();
  }

  void play_ring()
  {
    for (std::size_t rank = 0; rank < work_.flows(); rank++)
      start(rank);
    for (std::size_t left = work_.flows() * steps_; left > 0;) {
      something_ended_->acquire();
      const auto now = std::move(ended_);
      ended_.clear();
      left -= now.size();
      for (auto rank : now) {
        const auto next = (rank + 1) % work_.flows();
        sent_[rank]++;
        received_[next]++;
        send_on(rank, sent_[rank] <= received_[rank]);
        send_on(next, received_[next] <= sent_[next]);
      }
    }
  }

  void play()
  {
    if (steps_ > 0)
      play_ring();
    else
      play_flows();
  }
};

} // namespace

int main(int argc, char** argv)
{
  xbt_log_control_set("root.threshold:error");
  s4u::Engine engine(&argc, argv);
  for (const auto& setting : settings)
    s4u::Engine::set_config(setting);
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: simgrid_flows WORK [STEPS]\n");
    return 2;
  }
  const Work work = read_work(argv[1]);
  const std::size_t steps = argc == 3 ? std::stoul(argv[2]) : 0;

  auto* zone = new GivenPaths("fabric"); // the engine owns it
  auto* from = zone->create_host("from", {1e9})->seal();
  auto* to = zone->create_host("to", {1e9})->seal();
  zone->make_links(work);
  zone->seal();

  Run run(work, zone, from, to, steps);
  s4u::Link::on_communication_state_change_cb(
      [&run](kernel::resource::NetworkAction& action, kernel::resource::Action::State) { run.note(action); });
  s4u::Actor::create("player", from, [&run] { run.play(); });
  const auto began = std::chrono::steady_clock::now();
  const auto processor_began = std::clock();
  s4u::Actor::create("changes", from, [&work, zone] {
    for (std::size_t row = 0; row < work.change_at.size(); row++) {
      s4u::this_actor::sleep_until(work.change_at[row]);
      zone->links[work.change_link[row]]->set_bandwidth(work.change_rate[row]);
    }
  });
  engine.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  const double processor = static_cast<double>(std::clock() - processor_began) / CLOCKS_PER_SEC;
  std::fwrite(run.end.data(), sizeof(double), run.end.size(), stdout);
  std::fprintf(stderr, "%d.%d %.6f %.6f\n", SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR, wall.count(),
               processor);
  return 0;
}

// Drives one Verilated unit: `run` gives it a row of inputs in every clock cycle and takes the row
// of outputs just before the clock edge that ends the cycle. `create` makes a unit that the caller
// steps: after `reset`, each cycle is any number of `eval`, at least one, and then `edge`.
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vunit.h"
#include "verilated.h"

namespace {
constexpr int RESET_CYCLES = 4;

struct Simulation {
    VerilatedContext context;
    std::unique_ptr<Vunit> unit;

    Simulation() {
        context.threads(1);
        unit = std::make_unique<Vunit>(&context);
        unit->clk_i = 0;
        unit->rst_ni = 0;
        std::memset(unit->in_i.data(), 0, sizeof(unit->in_i));
        unit->eval();
    }
    ~Simulation() { unit->final(); }

    void edge() {
        unit->clk_i = 1;
        unit->eval();
        unit->clk_i = 0;
    }

    void reset() {
        unit->rst_ni = 0;
        std::memset(unit->in_i.data(), 0, sizeof(unit->in_i));
        for (int cycle = 0; cycle < RESET_CYCLES; ++cycle) {
            unit->eval();
            edge();
        }
        unit->rst_ni = 1;
    }

    void eval(const char* inputs, char* outputs) {
        std::memcpy(unit->in_i.data(), inputs, sizeof(unit->in_i));
        unit->eval();
        std::memcpy(outputs, unit->out_o.data(), sizeof(unit->out_o));
    }
};

// Returns a null pointer, or the message of an assertion that failed.
template <typename Work>
const char* guarded(Work work) {
    static thread_local std::string error;
    try {
        work();
        return nullptr;
    } catch (const std::exception& failure) {
        error = failure.what();
        return error.c_str();
    }
}
}  // namespace

// A failed assertion must end the run, not the process.
void vl_fatal(const char* file, int line, const char*, const char* message) {
    throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + message);
}
void vl_stop(const char* file, int line, const char* scope) {
    vl_fatal(file, line, scope, "assertion failed");
}
void vl_finish(const char* file, int line, const char* scope) {
    vl_fatal(file, line, scope, "$finish");
}

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void constants(void* words) {
    Simulation simulation;
    std::memcpy(words, simulation.unit->constants_o.data(), sizeof(simulation.unit->constants_o));
}

EXPORT const char* run(const char* inputs, char* outputs, uint64_t cycles) {
    return guarded([=]() mutable {
        Simulation simulation;
        simulation.reset();
        for (uint64_t cycle = 0; cycle < cycles; ++cycle) {
            simulation.eval(inputs, outputs);
            simulation.edge();
            inputs += sizeof(simulation.unit->in_i);
            outputs += sizeof(simulation.unit->out_o);
        }
    });
}

EXPORT uint64_t input_bytes() { return sizeof(Vunit::in_i); }
EXPORT uint64_t output_bytes() { return sizeof(Vunit::out_o); }

EXPORT const char* create(Simulation** made) {
    return guarded([=] { *made = new Simulation; });
}
EXPORT void destroy(Simulation* simulation) { delete simulation; }
EXPORT const char* reset(Simulation* simulation) {
    return guarded([=] { simulation->reset(); });
}
EXPORT const char* eval(Simulation* simulation, const char* inputs, char* outputs) {
    return guarded([=] { simulation->eval(inputs, outputs); });
}
EXPORT const char* edge(Simulation* simulation) {
    return guarded([=] { simulation->edge(); });
}
